import { type RouteRow, rateOf } from '#core/contract/route.ts';
import type { WorkerRow } from '#core/contract/workers.ts';

type Schema = Record<string, unknown>;

const restOf = (schema: Schema, told: readonly string[]): string => {
  const rest = Object.entries(schema).filter(([word]) => !told.includes(word));
  return rest.length === 0
    ? ''
    : ` ${rest.map(([word, value]) => `${word}=${JSON.stringify(value)}`).join(' ')}`;
};

/** A schema in one line, much as TypeScript would write its type, with everything that the schema demands beyond the type. */
export function describeSchema(schema: Schema): string {
  const some = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (some && schema.type === undefined)
    return `(${some.map(describeSchema).join(' | ')})${restOf(schema, ['anyOf', 'oneOf'])}`;
  if (schema.enum) return (schema.enum as unknown[]).map((one) => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array')
    return `[${describeSchema(schema.items as Schema)}]${restOf(schema, ['type', 'items'])}`;
  if (schema.type !== 'object') return `${schema.type ?? 'any'}${restOf(schema, ['type'])}`;
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${describeSchema(field)}`,
  );
  return `{ ${fields.join(', ')} }${restOf(schema, ['type', 'properties', 'required'])}`;
}

const listOf = (words: readonly unknown[] | undefined) => words?.join(' ') || 'nothing';

function describeMachine({
  memoryMb,
  timeoutSeconds,
  staged,
}: Pick<WorkerRow, 'memoryMb' | 'timeoutSeconds' | 'staged'>) {
  const parts = [
    memoryMb && `${memoryMb} MB`,
    timeoutSeconds && `${timeoutSeconds} s`,
    staged && `with ${listOf(staged)}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'usual machine' : parts.join(', ');
}

type Described = { schema: Schema };
export type Operation = {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, Partial<Described>> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, Described> }>;
};

const describeContent = (content: Record<string, Partial<Described>> = {}) =>
  Object.entries(content)
    .map(([type, { schema }]) => `${type} ${schema ? describeSchema(schema) : 'bytes'}`)
    .join(' or ') || 'nothing';

/** What a caller of a route must know, and what its function may do. */
export function describeRoute(key: string, row: RouteRow, operation: Operation): string {
  const { summary, subject, needs, anonymousCacheSeconds } = row;
  const kept = anonymousCacheSeconds ? `, kept ${anonymousCacheSeconds} s` : '';
  const caller = operation.security.map((way) => Object.keys(way).join() || 'nobody');
  const { requestBody } = operation;
  const answers = Object.entries(operation.responses).map(
    ([status, { $ref, description, content }]) =>
      `  ${status} ${$ref?.replace('#/components/responses/', '') ?? `${description}: ${describeContent(content)}`}`,
  );
  const shared = answers.filter((answer) => !answer.includes(': '));
  return [
    `${key} – ${summary}`,
    `  ${subject}/${operation.operationId} for ${caller.join(' or ') || 'everybody'}, ${rateOf(key, row)}${kept}`,
    `  may ${listOf(needs)} on ${describeMachine(row)}`,
    ...(operation.parameters ?? []).map(
      (one) => `  ${one.in} ${one.name}${one.required ? '' : '?'}: ${describeSchema(one.schema)}`,
    ),
    ...(requestBody
      ? [`  body${requestBody.required ? '' : '?'}: ${describeContent(requestBody.content)}`]
      : []),
    ...answers.filter((answer) => answer.includes(': ')),
    `  refuses with ${shared.map((answer) => answer.trim()).join(', ') || 'pages only'}`,
  ].join('\n');
}

/** What starts a worker and what it may do. */
export function describeWorker(name: string, row: WorkerRow): string {
  const { trigger, ephemeralStorageMb } = row;
  const disk = ephemeralStorageMb ? `, disk of ${ephemeralStorageMb} MB` : '';
  return [
    `${name} – ${row.summary}`,
    `  ${row.subject} by ${Object.values(trigger).join(' ')}`,
    `  may ${listOf(row.needs)} on ${describeMachine(row)}${disk}`,
    `  reads ${listOf(row.settings)}`,
  ].join('\n');
}
