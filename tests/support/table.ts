import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withIndexLag } from 'local-cloud/faults/index-lag.ts';
import { startTableEngine, type TableEngine } from 'local-cloud/services/dynamodb/table-engine.ts';
import { serveAlone } from 'local-cloud/tests/support/serve-alone.ts';
import { tableIndexes } from '#lib/data.ts';
import { sendPlainCalls } from './plain-table-calls.ts';

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
