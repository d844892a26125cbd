import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchCases, streamCases } from './batches.ts';
import { type EdgeCase, type Item, keyNames, tableName } from './edge-case.ts';
import { keyCases } from './keys.ts';
import { queryCases } from './queries.ts';
import { updateCases } from './updates.ts';

export const edgeCases: readonly EdgeCase[] = [
  ...[...keyCases, ...queryCases, ...updateCases],
  ...[...batchCases, ...streamCases],
];

/** Where DynamoDB Local answers otherwise than DynamoDB, and we keep to DynamoDB. */
export const explainedAnswers: Readonly<Record<string, string>> = {
  'goes on at the end of its range':
    'DynamoDB gives the last key of a full page back, also at the end of the range, and goes on after it; DynamoDB Local never gives that key and refuses it.',
  'counts from nothing in a transaction':
    'DynamoDB cancels the transaction and says ValidationError among the reasons; DynamoDB Local refuses the request as a whole.',
};

/** What is answered: the body when the request is taken, else why it is refused. */
type Answer = { taken: unknown } | { refused: string; message: string; reasons?: unknown };
/** By the case's name. `stream` is what the table's stream then holds: what happened to which key. */
export type Answers = { cases: Record<string, Answer>; stream: string[] };

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-north-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
};

type Body = Record<string, unknown>;

async function call(endpoint: string, target: string, input: object) {
  const body = JSON.stringify(input);
  const answer = await fetch(endpoint, {
    ...{ method: 'POST', body },
    headers: { ...headers, 'x-amz-target': target },
  });
  return { isTaken: answer.ok, payload: (await answer.json()) as Body };
}

async function mustCall<T>(endpoint: string, target: string, input: object): Promise<T> {
  const { isTaken, payload } = await call(endpoint, target, input);
  if (!isTaken) throw new Error(`${target}: ${JSON.stringify(payload)}`);
  return payload as T;
}

const schemaOf = ([partition, sort]: readonly [string, string]) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

type Described = { TableDescription: { LatestStreamArn: string } };

async function createTable(endpoint: string): Promise<string> {
  const { TableDescription } = await mustCall<Described>(endpoint, 'DynamoDB_20120810.CreateTable', {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    AttributeDefinitions: [...keyNames.table, ...keyNames.index].map((name) => ({
      ...{ AttributeName: name, AttributeType: 'S' },
    })),
    KeySchema: schemaOf(keyNames.table),
    GlobalSecondaryIndexes: [
      {
        ...{ IndexName: 'gsi1', KeySchema: schemaOf(keyNames.index) },
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  return TableDescription.LatestStreamArn;
}

/** Sets have no order, and long texts would say nothing in a file. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > 300) return `${value.length} signs`;
  const set = value && typeof value === 'object' && 'SS' in value ? (value.SS as string[]) : undefined;
  return set ? { SS: [...set].sort() } : value;
}

const file = join(import.meta.dirname, 'answers.jsonl');

/** What DynamoDB Local answered, a line for each case and one for the stream; `npm run judge -- dynamodb-local --record` writes it. */
export function recordedAnswers(): Answers {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const { stream, ...cases } = Object.fromEntries(lines.map((line) => JSON.parse(line)));
  return { cases, stream };
}

export function recordAnswers({ cases, stream }: Answers): void {
  const lines = Object.entries({ ...cases, stream }).map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(file, lines.join(''));
}

/** Objects with their names in order: no service promises one. */
const inOrder = (_name: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function answerOf(
  isTaken: boolean,
  { __type, message, Message, CancellationReasons, ConsumedCapacity: _used, ...rest }: Body,
): Answer {
  const read = (value: unknown) => JSON.parse(JSON.stringify(value, plain), inOrder);
  if (isTaken) return { taken: read(rest) };
  const refused = String(__type).replace(/^.*#/, '');
  const text = String(message ?? Message);
  return CancellationReasons === undefined
    ? { refused, message: text }
    : { refused, message: text, reasons: read(CancellationReasons) };
}

type Records = {
  Records: { eventName: string; dynamodb: { Keys: Item } }[];
  NextShardIterator?: string;
};

async function readStream(endpoint: string, StreamArn: string): Promise<string[]> {
  const ask = <T>(operation: string, input: object) =>
    mustCall<T>(endpoint, `DynamoDBStreams_20120810.${operation}`, input);
  const { StreamDescription } = await ask<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    'DescribeStream',
    { StreamArn },
  );
  const read: string[] = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let next = (await ask<{ ShardIterator?: string }>('GetShardIterator', start)).ShardIterator;
    while (next) {
      const page: Records = await ask<Records>('GetRecords', { ShardIterator: next, Limit: 1000 });
      if (page.Records.length === 0) break;
      read.push(
        ...page.Records.map(
          ({ eventName, dynamodb: { Keys } }) => `${eventName} ${Keys.pk?.S} ${Keys.sk?.S}`,
        ),
      );
      next = page.NextShardIterator;
    }
  }
  return read.map((line) => (line.length > 100 ? `${line.slice(0, 20)}…` : line));
}

/** Asks a service all cases in order, on a table made for them. */
export async function askEdgeCases(endpoint: string): Promise<Answers> {
  const streamArn = await createTable(endpoint);
  const cases: Answers['cases'] = {};
  for (const { name, operation, input } of edgeCases) {
    const { isTaken, payload } = await call(endpoint, `DynamoDB_20120810.${operation}`, input);
    cases[name] = answerOf(isTaken, payload);
  }
  return { cases, stream: await readStream(endpoint, streamArn) };
}
