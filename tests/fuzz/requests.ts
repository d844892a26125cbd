import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { type ContractRoute, sampleBody } from '#tests/support/route-samples.ts';
import { hostileText, hostileValue } from './hostile.ts';

/** What API Gateway would hand over of a request, but for the caller's token. */
export type FuzzRequest = {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: string;
  isBase64Encoded: boolean;
};

type Schema = { anyOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema; enum?: unknown[] };
type Field = { path: string[]; values: unknown[] };

/** Every field that a schema names, those inside others too, with the values it lists for it. */
function fieldsIn(schema: Schema, path: string[] = []): Field[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => [
    { path: [...path, name], values: child.enum ?? child.anyOf?.flatMap((each) => each.enum ?? []) ?? [] },
    ...fieldsIn(child, [...path, name]),
  ]);
  return [...inner, ...(schema.anyOf ?? []).flatMap((child) => fieldsIn(child, path))];
}

const fieldsOfSchema = (schema: z.ZodMiniType | undefined): Field[] =>
  schema ? fieldsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : [];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withField(base: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = isObject(base) ? { ...base } : {};
  const child = withField(Object.hasOwn(copy, name) ? copy[name] : undefined, rest, value);
  // Not by assignment: that would set the prototype.
  Object.defineProperty(copy, name, { value: child, enumerable: true, configurable: true, writable: true });
  return copy;
}

const oddFields: Field[] = ['userId', '__proto__', 'constructor'].map((name) => ({
  path: [name],
  values: [],
}));

/** What a field may be given: mostly something odd, now and then one of the values it lists. */
const valueFor = ({ values }: Field): fc.Arbitrary<unknown> =>
  values.length > 0 ? fc.oneof(hostileValue, fc.constantFrom(...values)) : hostileValue;

function changed(base: unknown, fields: readonly Field[]): fc.Arbitrary<unknown> {
  const change = fc
    .constantFrom(...fields, ...oddFields)
    .chain((field) => fc.tuple(fc.constant(field), valueFor(field)));
  return fc
    .array(change, { maxLength: 3 })
    .map((changes) => changes.reduce((body, [field, value]) => withField(body, field.path, value), base));
}

const plainJson = { 'content-type': 'application/json' };
type Sent = Pick<FuzzRequest, 'body' | 'isBase64Encoded' | 'headers'>;

const asText = (text: string, headers: Record<string, string> = plainJson): Sent => ({
  body: text,
  isBase64Encoded: false,
  headers,
});
const asBytes = (bytes: Uint8Array, headers: Record<string, string> = plainJson): Sent => ({
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
  headers,
});

/** Bodies that are wrong as a whole, whatever a route takes. */
const brokenBodies: readonly Sent[] = [
  asText(''),
  asText('{'),
  asText('nul'),
  asText('"'),
  asText('[]'),
  asText('null'),
  asText('1e999'),
  asText(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  asText(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  asText('{"a":1,"a":2}'),
  asText(JSON.stringify({ name: 'x'.repeat(100_000) })),
  asText('"'.repeat(300_000)),
  asText('{}', { 'content-type': 'text/xml' }),
  asText('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
  asText('--x', { 'content-type': 'multipart/form-data; boundary=x' }),
  asText('{}', { 'content-type': 'APPLICATION/JSON; charset=utf-16' }),
  asText('{}', { 'content-type': ';;;' }),
  asText('{}', {}),
  asText('{}', { ...plainJson, 'content-encoding': 'br' }),
  asBytes(gzipSync('{}'), { ...plainJson, 'content-encoding': 'gzip' }),
  asBytes(gzipSync('x'.repeat(20_000_000)), { 'content-type': 'application/octet-stream' }),
  asBytes(gzipSync('<html>').subarray(0, 12), { 'content-type': 'application/octet-stream' }),
  asBytes(Buffer.from([0xff, 0xfe, 0x00, 0xd8])),
  { body: '!!!not base64', isBase64Encoded: true, headers: plainJson },
];

/** Bytes that were cut, doubled and stirred. */
const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, bytes.length - 1)), fc.integer({ min: 0, max: 255 })), {
      maxLength: 12,
    })
    .chain((changes) => fc.tuple(fc.constant(changes), fc.nat(bytes.length), fc.boolean()))
    .map(([changes, end, isCut]) => {
      const copy = Buffer.from(bytes);
      for (const [at, value] of changes) copy[at] = value;
      return isCut ? copy.subarray(0, end) : copy;
    });

function bodyOf({ row }: ContractRoute, rawBodies: readonly Uint8Array[]): fc.Arbitrary<Sent> {
  const broken = fc.constantFrom(...brokenBodies);
  if (row.body === undefined) {
    const none = fc.constant<Sent>({ headers: {}, isBase64Encoded: false });
    return fc.oneof({ weight: 5, arbitrary: none }, { weight: 1, arbitrary: broken });
  }
  if (row.body === 'raw') {
    const raw = fc.constantFrom(...rawBodies).chain(damaged);
    return fc.oneof(
      { weight: 4, arbitrary: raw.map((bytes) => asBytes(bytes, {})) },
      { weight: 1, arbitrary: broken },
    );
  }
  const base = sampleBody(row, 'own');
  const named = changed(base, fieldsOfSchema(row.body)).map((value) => asText(JSON.stringify(value)));
  const anything = hostileValue.map((value) => asText(JSON.stringify(value) ?? ''));
  return fc.oneof(
    { weight: 8, arbitrary: named },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: broken },
  );
}

const oddHeaders = [
  'x-user-id',
  'x-request-id',
  'idempotency-key',
  'content-encoding',
  'accept-language',
  'x-client-address',
  'x-forwarded-client',
];

function queryOf({ row }: ContractRoute): fc.Arbitrary<Record<string, string>> {
  const fields = [...fieldsOfSchema(row.query), ...oddFields];
  const one = fc.constantFrom(...fields).chain(({ path, values }) => {
    const texts = values.filter((value) => typeof value === 'string');
    const value = texts.length > 0 ? fc.oneof(hostileText, fc.constantFrom(...texts)) : hostileText;
    return fc.tuple(fc.constant(path[0]!), value);
  });
  return fc.array(one, { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
}

/**
 * Requests for a row: right ones with up to three fields made wrong, and wrong ones. `ids`: what a path's variable may
 * name that there is; `rawBodies`: what a row that reads bytes takes.
 */
export function requestsOf(
  route: ContractRoute,
  ids: readonly string[],
  rawBodies: readonly Uint8Array[],
): fc.Arbitrary<FuzzRequest> {
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: hostileText },
  );
  const params = fc.record(Object.fromEntries(route.params.map((name) => [name, id])));
  const headers = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...oddHeaders), hostileText, { maxKeys: 2 }) },
  );
  return fc
    .tuple(params, queryOf(route), headers, bodyOf(route, rawBodies))
    .map(([given, query, odd, sent]) => ({
      ...sent,
      params: given,
      query,
      headers: { ...sent.headers, ...odd },
    }));
}
