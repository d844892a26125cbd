import { inspect } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import {
  identifyMessage,
  laneMessage,
  mailEventTypes,
  maxReceives,
  messageId,
  rateMessage,
  readDomainEvent,
  readMailRefusal,
  retryWaitSeconds,
  scrapeMessage,
  toldEvents,
} from '#core/contract/messages.ts';
import { jsonSchema, openApiDocument } from '#core/contract/openapi.ts';
import { type RouteRow, rateOf, tableUse } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type WorkerRow, workers } from '#core/contract/workers.ts';

type Schema = Record<string, unknown>;

const restOf = (schema: Schema, told: readonly string[]): string => {
  const rest = Object.entries(schema).filter(([word]) => !told.includes(word));
  return rest.length === 0
    ? ''
    : ` ${rest.map(([word, value]) => `${word}=${JSON.stringify(value)}`).join(' ')}`;
};

/** A schema in one line, much as TypeScript would write its type, with everything that the schema demands beyond the type. */
function describeSchema(schema: Schema): string {
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
type Operation = {
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
function describeRoute(key: string, row: RouteRow, operation: Operation): string {
  const { summary, subject, needs, anonymousCacheSeconds } = row;
  const kept = anonymousCacheSeconds ? `, kept ${anonymousCacheSeconds} s` : '';
  const caller = operation.security.map((way) => Object.keys(way).join() || 'nobody');
  const { requestBody } = operation;
  const answers = Object.entries(operation.responses).map(([status, { $ref, description, content }]) => ({
    text: `${status} ${$ref?.replace('#/components/responses/', '') ?? `${description}: ${describeContent(content)}`}`,
    isShared: $ref !== undefined,
  }));
  const refusals = answers.filter(({ isShared }) => isShared).map(({ text }) => text);
  return [
    `${key} – ${summary}`,
    `  ${subject}/${operation.operationId} for ${caller.join(' or ') || 'everybody'}, ${rateOf(key, row)}${kept}`,
    `  may ${listOf(needs)} on ${describeMachine(row)}; refuses with ${refusals.join(', ') || 'pages only'}`,
    ...(operation.parameters ?? []).map(
      (one) => `  ${one.in} ${one.name}${one.required ? '' : '?'}: ${describeSchema(one.schema)}`,
    ),
    ...(requestBody
      ? [`  body${requestBody.required ? '' : '?'}: ${describeContent(requestBody.content)}`]
      : []),
    ...answers.filter(({ isShared }) => !isShared).map(({ text }) => `  ${text}`),
  ].join('\n');
}

/** What starts a worker and what it may do. */
function describeWorker(name: string, row: WorkerRow): string {
  const { trigger, ephemeralStorageMb } = row;
  const disk = ephemeralStorageMb ? `, disk of ${ephemeralStorageMb} MB` : '';
  return [
    `${name} – ${row.summary}`,
    `  ${row.subject} by ${Object.values(trigger).join(' ')}`,
    `  may ${listOf(row.needs)} on ${describeMachine(row)}${disk}`,
    `  reads ${listOf(row.settings)}`,
  ].join('\n');
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
} & Record<string, unknown>;

/** Callers rely on the snapshots beside this file. Run `vitest -u` only when a change is intended. */
describe('the contract', () => {
  it('the routes of the contract match the snapshot', async () => {
    const routes = Object.entries<RouteRow>(contract).map(([key, row]) => {
      const [method = '', path = ''] = key.split(' ');
      return describeRoute(key, row, document.paths[path]![method.toLowerCase()]!);
    });
    await expect(`${routes.join('\n\n')}\n`).toMatchFileSnapshot('contract.txt');
  });

  it('the frame of the OpenAPI document matches the snapshot', async () => {
    const { paths, ...frame } = document;
    const whole = { depth: null, breakLength: 110, maxArrayLength: null, maxStringLength: null };
    await expect(`${inspect(frame, whole)}\n`).toMatchFileSnapshot('contract-frame.txt');
  });

  it('functions that search the catalog get the memory to hold it and the time to open it', () => {
    const searching = Object.values<RouteRow>(contract).filter(({ needs }) =>
      needs?.includes('car-index:read'),
    );
    expect(searching.map(({ name }) => name)).toEqual(['list-cars', 'count-cars', 'list-similar-cars']);
    for (const { memoryMb, timeoutSeconds } of searching)
      expect({ memoryMb, timeoutSeconds }).toEqual({ memoryMb: 2048, timeoutSeconds: 25 });
  });

  it('the workers of the contract match the snapshot', async () => {
    const told = Object.entries<WorkerRow>(workers).map(([name, row]) => describeWorker(name, row));
    await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('workers.txt');
  });

  it('tableUse tells whether a row reads or writes the table', () => {
    expect(tableUse({ needs: ['table:read'] })).toBe('read');
    expect(tableUse({ needs: ['table:read', 'table:write'] })).toBe('write');
    expect(tableUse({ needs: ['data:read'] })).toBe('none');
  });
});

describe('messages between functions', () => {
  it.each([
    ['scrape', scrapeMessage, 'jobId: string, requestId: string'],
    ['identify', identifyMessage, 'jobId: string, carId: string, requestId: string'],
    ['rate', rateMessage, 'jobId: string, carId: string, requestId: string, isAgain?: true'],
  ])('a %s message contains ids, and nothing of a car or person', (type, schema, fields) => {
    expect(describeSchema(jsonSchema(schema, 'output'))).toBe(
      `{ type: "${type}", ${fields} } additionalProperties=false`,
    );
  });

  it('a lane message contains its lane and ticket, and no job or car', () => {
    expect(laneMessage.safeParse({ type: 'lane', lane: 0, ticket: 't', requestId: 'r' }).success).toBe(true);
    for (const lane of [-1, 0.5, 1000])
      expect(laneMessage.safeParse({ type: 'lane', lane, ticket: 't', requestId: 'r' }).success).toBe(false);
  });

  it.each([scrapeMessage, identifyMessage, rateMessage])(
    'messages are refused when an id contains a lone surrogate, which no store accepts',
    (schema) => {
      const whole = { type: schema.shape.type.def.values[0], jobId: 'j', carId: 'c', requestId: 'r' };
      expect(schema.safeParse(whole).success).toBe(true);
      expect(schema.safeParse({ ...whole, jobId: '\udb6f' }).success).toBe(false);
    },
  );

  const events = {
    'import.finished': { jobId: 'j', ownerId: 'o', status: 'completed', carsAdded: 1 },
    'cars.discovered': { ownerId: 'o', searchId: 's', jobId: 'j', carIds: ['1'] },
    'cars.missed': { ownerId: 'o', searchId: 's', carIds: ['1'], at: 'now' },
    'deal.found': { carId: '1', ownerId: 'o' },
    'car.back': { carId: '1', ownerId: 'o' },
    'car.rated': { carId: '1', ownerId: 'o' },
    'price.dropped': { carId: '1', fromDkk: 2, toDkk: 1 },
    'car.moved': { carId: '1', ownerId: 'o', at: 'now' },
    'car.gone': { carId: '1', isSold: true },
    'search.paused': { ownerId: 'o', searchId: 's', failure: 'login_wall', at: 'now' },
    'search.ending': { ownerId: 'o', searchId: 's', endTime: 'now' },
    'search.expired': { ownerId: 'o', searchId: 's', endTime: 'now' },
    'plan.changed': {
      ...{
        ownerId: 'o',
        from: 'free',
        to: 'lifetime',
        status: 'active',
        cancelAtPeriodEnd: false,
        version: 1,
      },
      news: [{ id: 'cs_1', product: 'lifetime', turn: 'bought', isKept: true, until: null }],
    },
  };

  it.each(Object.entries(events))(
    'a %s event is read completely, and refused when a field is broken',
    (type, detail) => {
      expect(readDomainEvent({ 'detail-type': type, detail })).toEqual({ type, ...detail });
      for (const name of Object.keys(detail))
        expect(() =>
          readDomainEvent({ 'detail-type': type, detail: { ...detail, [name]: Symbol() } }),
        ).toThrow();
    },
  );

  it('events of unknown types are ignored', () => {
    expect(readDomainEvent({ 'detail-type': 'constructor', detail: {} })).toBeNull();
    expect(readDomainEvent({ 'detail-type': 'car.painted', detail: {} })).toBeNull();
  });

  it('people are told of every event but the end of an import, which its owner watches', () => {
    expect([...toldEvents, 'import.finished'].toSorted()).toEqual(Object.keys(events).toSorted());
    expect(mailEventTypes).toEqual(['Email Bounced', 'Email Complaint Received']);
  });
});

const told = (type: string, more: object = {}) =>
  readMailRefusal({ 'detail-type': type, detail: { mail: { tags: { person: ['anna-1'] } }, ...more } });

describe('messageId', () => {
  it('a message id is a text of 1 to 200 whole characters', () => {
    const isId = (id: unknown) => messageId.safeParse(id).success;
    expect([isId('a'), isId('é'.repeat(200))]).toEqual([true, true]);
    expect(['', 'a'.repeat(201), 'a\ud800', 7, null].map(isId)).toEqual([false, false, false, false, false]);
  });
});

describe('readMailRefusal', () => {
  it('a complaint blocks the address of the person who complained', () => {
    expect(told('Email Complaint Received')).toEqual({ userId: 'anna-1', block: 'complained' });
  });

  it('a permanent bounce blocks the address, a full mailbox does not', () => {
    expect(told('Email Bounced', { bounce: { bounceType: 'Permanent' } })).toEqual({
      userId: 'anna-1',
      block: 'bounced',
    });
    expect(told('Email Bounced', { bounce: { bounceType: 'Transient' } })).toBeNull();
    expect(told('Email Bounced')).toBeNull();
  });

  it('other mail events, and events without a person, block nobody', () => {
    expect(told('Email Delivered')).toBeNull();
    expect(told('Email Complaint Received', { mail: { tags: { person: [] } } })).toBeNull();
    expect(told('Email Complaint Received', { mail: { tags: { person: ['not/an/id'] } } })).toBeNull();
  });
});

test('a message waits longer after each try, and not at all after its last', () => {
  const waits = Array.from({ length: maxReceives + 1 }, (_, tries) => retryWaitSeconds(tries + 1));
  expect(waits).toEqual([15, 30, 60, 90, 0, 0]);
});
