import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { listen } from 'local-cloud/wire/http.ts';
import { afterEach, beforeEach, vi } from 'vitest';
import { createMemoryObjects, createMemoryQueues } from '#tests/simulation/seeded/memory-services.ts';
import { createMemoryTable } from '#tests/simulation/seeded/memory-table.ts';

type Command = { constructor: { name: string }; input: Parameters<Table['carryOut']>[1] };
type Table = ReturnType<typeof createMemoryTable>;
/** The calls that the table has had, by name; `fail` lets the next ones of a name throw instead. */
export type TableInMemory = Table & {
  calls: string[];
  fail(name: string, error: Error, times?: number): void;
  onCall(listen: (name: string, input: Command['input']) => void): void;
  close(): void;
};

/** A table that is there at once, behind the SDK's document client: for tests that need its answers and not its engine. */
export function tableInMemory(): TableInMemory {
  const table = createMemoryTable();
  const calls: string[] = [];
  const listeners: Parameters<TableInMemory['onCall']>[0][] = [];
  const failing = new Map<string, Error[]>();
  vi.stubEnv('TABLE_NAME', 'in-memory');
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  send.mockImplementation(async (given: unknown) => {
    const command = given as Command;
    const { name } = command.constructor;
    calls.push(name);
    for (const listen of listeners) listen(name, command.input);
    const error = failing.get(name)?.pop();
    if (error) throw error;
    return table.carryOut(name, command.input) as never;
  });
  return {
    ...table,
    calls,
    onCall: (listen) => void listeners.push(listen),
    fail: (name, error, times = 1) => void failing.set(name, Array(times).fill(error)),
    close() {
      send.mockRestore();
      vi.unstubAllEnvs();
    },
  };
}

/** A new one for each test of a file. */
export function tableForEachTest(): TableInMemory {
  const table = {} as TableInMemory;
  beforeEach(() => void Object.assign(table, tableInMemory()));
  afterEach(() => table.close());
  return table;
}

type QueueCommand = { constructor: { name: string }; input: Parameters<Queues['carryOut']>[1] };
type Queues = ReturnType<typeof createMemoryQueues>;
const names = ['SCRAPE', 'HOURLY', 'IDENTIFY', 'RATE', 'NOTIFY'] as const;

/** Fake queues that answer the calls of the SDK's client. */
export function queuesInMemory() {
  const queues = createMemoryQueues([...names.map((name) => name.toLowerCase()), 'dead'], Date.now);
  /** The sent messages, as `queue type id`, with the delay if there is one. */
  const sent: string[] = [];
  for (const name of names) vi.stubEnv(`${name}_QUEUE_URL`, `https://queues.invalid/${name.toLowerCase()}`);
  queues.onSend((queue, body, delaySeconds) => {
    const { type, jobId, carId = jobId } = JSON.parse(body) as Record<string, string>;
    sent.push(`${queue} ${type} ${carId}${delaySeconds > 0 ? ` in ${delaySeconds} s` : ''}`);
  });
  const send = vi.spyOn(SQSClient.prototype, 'send');
  send.mockImplementation(async (given: unknown) => {
    const command = given as QueueCommand;
    return queues.carryOut(command.constructor.name, command.input) as never;
  });
  return { ...queues, sent, close: () => send.mockRestore() };
}

export type QueuesInMemory = ReturnType<typeof queuesInMemory>;

type ObjectCommand = { constructor: { name: string }; input: Parameters<Objects['carryOut']>[1] };
type Objects = ReturnType<typeof createMemoryObjects>;

/** Buckets that are there at once, behind the SDK's client and behind the signed calls that read an object. */
export async function objectsInMemory() {
  const objects = createMemoryObjects();
  const listener = await listen((request, response) => {
    const { status, body } = objects.read(request.url!);
    response.writeHead(status).end(body);
  });
  process.env.AWS_ENDPOINT_URL_S3 = listener.origin;
  const send = vi.spyOn(S3Client.prototype, 'send');
  send.mockImplementation(async (given: unknown) => {
    const command = given as ObjectCommand;
    return objects.carryOut(command.constructor.name, command.input) as never;
  });
  return {
    ...objects,
    async close(): Promise<void> {
      send.mockRestore();
      delete process.env.AWS_ENDPOINT_URL_S3;
      await listener.close();
    },
  };
}
