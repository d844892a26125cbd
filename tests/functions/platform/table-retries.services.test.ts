import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { listen } from 'local-cloud/wire/http.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

type Refusal = { name: string; reasons?: string[] };

let table: typeof import('#functions/platform/table.ts');
let refusals: Refusal[] = [];
let asked = 0;
/** What a read finds. */
let found: object | undefined;

const server = await listen((request, response) => {
  const refusal = refusals[asked++];
  const body = refusal && {
    ...{ __type: `com.amazonaws.dynamodb.v20120810#${refusal.name}`, message: 'refused' },
    ...(refusal.reasons && { CancellationReasons: refusal.reasons.map((Code) => ({ Code })) }),
  };
  request
    .resume()
    .on('end', () =>
      response
        .writeHead(refusal ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify(body ?? { Item: found })),
    );
});

beforeAll(async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', server.origin);
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('TABLE_NAME', 'cars');
  // The client reads the environment when it is made.
  table = await import('#functions/platform/table.ts');
});
afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  asked = 0;
  refusals = [];
  found = undefined;
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

const write = () => table.transact([table.put({ pk: 'a', sk: 'b', kind: 'X' }, 'attribute_not_exists(pk)')]);

describe('transactions', () => {
  it.each<[what: string, refusal: Refusal]>([
    [
      'another one is at the same items',
      { name: 'TransactionCanceledException', reasons: ['None', 'TransactionConflict'] },
    ],
    ['the table is busy', { name: 'TransactionCanceledException', reasons: ['ThrottlingError'] }],
    ['something else writes the same item', { name: 'TransactionConflictException' }],
  ])('retries a transaction while %s', async (_what, refusal) => {
    refusals = [refusal, refusal];
    await write();
    expect(asked).toBe(3);
  });

  it.each<[what: string, refusal: Refusal, failed: number | null]>([
    [
      'one of its conditions does not hold',
      { name: 'TransactionCanceledException', reasons: ['None', 'ConditionalCheckFailed'] },
      1,
    ],
    [
      'a condition does not hold beside a conflict',
      { name: 'TransactionCanceledException', reasons: ['ConditionalCheckFailed', 'TransactionConflict'] },
      0,
    ],
    ['it was written wrongly', { name: 'ValidationException' }, null],
    ['an item is too large', { name: 'TransactionCanceledException', reasons: ['ValidationError'] }, null],
  ])('does not retry a transaction when %s', async (_what, refusal, failed) => {
    refusals = Array(9).fill(refusal);
    const error = await write().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(asked).toBe(1);
    expect(table.failedCondition(error)).toBe(failed);
  });

  it('gives up a transaction after six tries', async () => {
    refusals = Array(20).fill({ name: 'TransactionConflictException' });
    await expect(write()).rejects.toMatchObject({ name: 'TransactionConflictException' });
    expect(asked).toBe(6);
  });
});

const unmet: Refusal = { name: 'ConditionalCheckFailedException' };
const unmetInTransaction: Refusal = {
  name: 'TransactionCanceledException',
  reasons: ['ConditionalCheckFailed'],
};

describe('writing a single item', () => {
  const item = { pk: 'a', sk: 'b', kind: 'X', version: 2, car: { title: 'Octavia', plate: undefined } };
  const storedAs = (title: string) => ({
    ...{ pk: { S: 'a' }, sk: { S: 'b' }, kind: { S: 'X' }, version: { N: '2' } },
    car: { M: { title: { S: title } } },
  });
  const putIt = () => table.putAlone(table.put(item, 'version = :seen', { ':seen': 1 }));

  it('retries the write of an item that is in a transaction', async () => {
    refusals = [{ name: 'TransactionConflictException' }];
    expect(await putIt()).toBe(true);
    expect(asked).toBe(2);
  });

  it('does not overwrite an item that another writer changed', async () => {
    refusals = [unmet];
    found = storedAs('Fabia');
    expect(await putIt()).toBe(false);
    expect(asked).toBe(2);
  });

  it('recognises its own write when the first answer was lost', async () => {
    refusals = [unmet];
    found = storedAs('Octavia');
    expect(await putIt()).toBe(true);
  });

  it('passes on any other error of a write', async () => {
    refusals = [{ name: 'ValidationException' }];
    await expect(putIt()).rejects.toThrow('refused');
  });
});

describe('writing under a condition', () => {
  const key = { pk: 'a', sk: 'b' };
  const change = { set: { version: 2 }, condition: 'version = :seen', values: { ':seen': 1 } };
  const steps = () => [table.update(key, change)];
  it.each<[name: string, write: () => Promise<unknown>, unmet: Refusal, answer: unknown]>([
    ['changeIf', () => table.changeIf(key, change), unmet, false],
    ['changedItem', () => table.changedItem(key, change), unmet, null],
    ['changeExisting', () => table.changeExisting(key, { remove: ['car'] }), unmet, false],
    ['putNew', () => table.putNew({ ...key, kind: 'X' }), unmet, false],
    ['deleteUnchanged', () => table.deleteUnchanged(key, 'version = :seen', { ':seen': 1 }), unmet, false],
    ['transactIf', () => table.transactIf(steps()), unmetInTransaction, false],
    ['failedStep', () => table.failedStep(steps()), unmetInTransaction, 0],
  ])(
    '%s answers that the condition failed, and passes on any other error',
    async (_, write, refusal, answer) => {
      refusals = [refusal, { name: 'ValidationException' }];
      expect(await write()).toBe(answer);
      await expect(write()).rejects.toThrow('refused');
    },
  );
});

const busy = { name: 'ProvisionedThroughputExceededException' };
const read = () =>
  table.documentClient.send(new GetCommand({ TableName: 'cars', Key: { pk: 'a', sk: 'b' } }));

describe('retries of a busy table', () => {
  it('repeats a call to a busy table until it is accepted', async () => {
    refusals = Array(3).fill(busy);
    await expect(read()).resolves.toMatchObject({ $metadata: { attempts: 4 } });
  });

  it('gives up a call to a busy table after eight tries', async () => {
    refusals = Array(100).fill(busy);
    await expect(read()).rejects.toMatchObject({ name: busy.name });
    expect(asked).toBe(8);
  });

  it('waits up to twice as long each time, from 50 ms to two seconds', () => {
    vi.mocked(Math.random).mockReturnValue(1);
    expect([1, 2, 3, 4, 5, 6, 7].map(table.pauseBeforeRetryMs)).toEqual([50, 100, 200, 400, 800, 1600, 2000]);
  });

  it('waits a random part of that time, so that calls refused together are not repeated together', () => {
    vi.mocked(Math.random).mockReturnValue(0.25);
    expect(table.pauseBeforeRetryMs(3)).toBe(50);
  });
});
