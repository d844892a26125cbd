import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShard, shardsOf } from '../../../runner/triggers/stream-mapping.ts';
import { engineBinary, startTableEngine } from '../../../services/dynamodb/table-engine.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-cloud-engine-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'tables.sqlite');

/** How the database would answer, in its own words. */
function planOf(sql: string): string {
  const database = new DatabaseSync(file(), { readOnly: true });
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
  database.close();
  return rows.map(({ detail }) => detail).join('; ');
}

it('finds the next number of a stream and the records after one without reading the others', async () => {
  const engine = await startTableEngine(file());
  const number = 'CAST(sequence_number AS INTEGER)';
  expect(planOf(`SELECT MAX(${number}) FROM _stream_records WHERE table_name = 'cars'`)).toMatch(
    /^SEARCH .* USING COVERING INDEX ours_stream_next/,
  );
  const after = `SELECT new_image FROM _stream_records WHERE table_name = 'cars' AND shard_id = 'a' AND ${number} > 7 ORDER BY ${number} LIMIT 9`;
  expect(planOf(after)).toMatch(/^SEARCH .* USING INDEX ours_stream_after [^;]*$/);
  engine.close();
});

it('gives the records of a stream in the order of the writes, also after a restart', async () => {
  let engine = await startTableEngine(file());
  const connect = () =>
    DynamoDBDocumentClient.from(
      new DynamoDBClient({
        endpoint: engine.endpoint,
        region: 'eu-north-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      }),
    );
  const TableName = 'cars';
  await connect().send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  const names = Array.from({ length: 24 }, (_, n) => `car ${n}`);
  for (const pk of names.slice(0, 12)) await connect().send(new PutCommand({ TableName, Item: { pk } }));
  engine.close();
  engine = await startTableEngine(file());
  for (const pk of names.slice(12)) await connect().send(new PutCommand({ TableName, Item: { pk } }));
  const { Table } = await connect().send(new DescribeTableCommand({ TableName }));
  const [shard] = await shardsOf(engine, Table!.LatestStreamArn!);
  const records = await openShard(engine, Table!.LatestStreamArn!, shard!, undefined).read(100);
  expect(records.map(({ dynamodb }) => dynamodb.Keys)).toEqual(names.map((S) => ({ pk: { S } })));
  engine.close();
});

it.each(['darwin-arm64', 'win32-x64', 'linux-arm64'])(
  'a machine of %s is told where the engine works and what to do instead',
  (platform) => {
    expect(() => engineBinary(platform)).toThrow(
      `There is no DynamoDB engine for ${platform}: it works by itself on linux-x64 only. Here, start DynamoDB Local and set LOCAL_CLOUD_DYNAMODB_ENDPOINT to its address.`,
    );
  },
);

it.runIf(process.platform === 'linux' && process.arch === 'x64')('is there where it is supported', () => {
  expect(existsSync(engineBinary())).toBe(true);
});
