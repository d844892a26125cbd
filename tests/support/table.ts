import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { withIndexLag } from 'local-cloud/faults/index-lag.ts';
import { startTableEngine, type TableEngine } from 'local-cloud/services/dynamodb/table-engine.ts';
import { serveAlone } from 'local-cloud/tests/support/contract-target.ts';
import { administrator, type WireService } from 'local-cloud/wire/http.ts';
import { vi } from 'vitest';
import { tableIndexes } from '#lib/data.ts';

type Json = Record<string, unknown>;
type Send = (this: object, command: { input: object }, ...rest: unknown[]) => Promise<unknown>;

const single = new Set(['Item', 'Key', 'ExclusiveStartKey', 'ExpressionAttributeValues']);
const singleBack = new Set(['Item', 'Attributes', 'LastEvaluatedKey', 'Key']);
/** Commands are named for documents, the wire's operations for items. */
const operations: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Query: 'Query',
  Scan: 'Scan',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactWrite: 'TransactWriteItems',
};

/** `convert` for the fields that hold an item or a list of items, wherever they stand; the rest as it is. */
function mapItems(value: unknown, names: ReadonlySet<string>, convert: (item: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => mapItems(each, names, convert));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (names.has(name) && field) return [name, convert(field as Json)];
      if ((name === 'Keys' || name === 'Items') && Array.isArray(field)) return [name, field.map(convert)];
      return [name, mapItems(field, names, convert)];
    }),
  );
}

const toWire = (item: Json): Json => marshall(item, { removeUndefinedValues: true }) as Json;
const fromWire = (item: Json): Json => unmarshall(item as never);

/** What a batch read found, by table, is a list of bare items. */
function readAnswer(answer: Json): unknown {
  const { Responses, ...rest } = answer as { Responses?: Record<string, Json[]> };
  const found =
    Responses &&
    Object.fromEntries(Object.entries(Responses).map(([table, items]) => [table, items.map(fromWire)]));
  return { ...(mapItems(rest, singleBack, fromWire) as Json), ...(found && { Responses: found }) };
}

/** The error under the name that the SDK gives it, with what the engine says of it. */
function failureOf({ __type, message, Message, ...rest }: Json): Error {
  const name = String(__type).split('#').at(-1)!;
  return Object.assign(new Error(String(message ?? Message ?? name)), { name, ...rest });
}

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=test/20260101/eu-north-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/**
 * Sends what our code asks of the table to the engine as plain requests, without the SDK between: it costs a millisecond of
 * work per call, and a simulation makes ten thousands. What our code and the engine make of each other is the same; the SDK
 * is tried by the adapters' own tests and by everything that runs in the local cloud. Returns what undoes it.
 */
function sendPlainCalls(service: WireService): () => void {
  const prototype = DynamoDBDocumentClient.prototype as unknown as { send: Send };
  const { send } = prototype;

  async function post(operation: string, body: string): Promise<[status: number, answer: Json]> {
    const answer = await service.handle({
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      headers: { ...headers, 'x-amz-target': `DynamoDB_20120810.${operation}` },
      body: Buffer.from(body),
      caller: administrator,
      signal: new AbortController().signal,
    });
    return [answer.status, JSON.parse(String(answer.body)) as Json];
  }

  prototype.send = async (command) => {
    const operation = operations[command.constructor.name.replace(/Command$/, '')];
    if (!operation) throw new Error(`${command.constructor.name} has no plain call.`);
    const [status, answer] = await post(operation, JSON.stringify(mapItems(command.input, single, toWire)));
    if (status !== 200) throw failureOf(answer);
    return readAnswer(answer);
  };
  return () => {
    // What a test put over the method is taken off before what lies under it: undone later, it would bring this back.
    vi.restoreAllMocks();
    prototype.send = send;
  };
}

/** With `indexLagSeconds` the table's indexes lag behind it as they do in the cloud; `plainCalls` leaves out the SDK. */
export type TestTableOptions = { indexLagSeconds?: () => number; plainCalls?: boolean };
export type TestTable = {
  name: string;
  endpoint: string;
  engine: TableEngine;
  streamArn: string;
  close(): Promise<void>;
};

/** No test's table survives its test: where memory can be written like a disk, no disk is waited for. */
const memoryFolder = '/dev/shm';
const tableFolder = existsSync(memoryFolder) ? memoryFolder : tmpdir();

/** What an index of the deployed table leaves out, it leaves out here. */
const indexes = tableIndexes.map(({ name, projected }) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: `${name}pk`, KeyType: 'HASH' as const },
    { AttributeName: `${name}sk`, KeyType: 'RANGE' as const },
  ],
  Projection:
    projected === 'keys'
      ? { ProjectionType: 'KEYS_ONLY' as const }
      : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...projected] },
}));
const keyNames = ['pk', 'sk', ...tableIndexes.flatMap(({ name }) => [`${name}pk`, `${name}sk`])];

/**
 * A table of its own on the real engine, and the environment in which our adapters find it. Import the adapters after this
 * (their clients read the environment when they are made).
 */
export async function startTestTable(options: TestTableOptions = {}): Promise<TestTable> {
  const folder = await mkdtemp(join(tableFolder, 'bilfund-table-'));
  const engine = await startTableEngine(join(folder, 'table.db'));
  const { indexLagSeconds } = options;
  const service = indexLagSeconds ? withIndexLag(engine, indexLagSeconds) : engine;
  const served = await serveAlone(service);
  const endpoint = served.origin;
  const name = basename(folder);
  Object.assign(process.env, {
    AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: name,
  });
  const { steadyMiss } = await import('#functions/platform/answers.ts');
  steadyMiss.ms = 0;
  const client = new DynamoDBClient({});
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keyNames.map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: indexes,
    }),
  );
  client.destroy();
  const undoPlainCalls = options.plainCalls ? sendPlainCalls(service) : () => undefined;
  return {
    name,
    endpoint,
    engine,
    streamArn: TableDescription!.LatestStreamArn!,
    async close() {
      undoPlainCalls();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
