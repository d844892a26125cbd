import type { SQSRecord } from 'aws-lambda';
import { type Listener, listen, readBody } from 'local-cloud/wire/http.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateMessage, retryWaitSeconds } from '#core/contract/messages.ts';

// The level is read when the log is loaded, and another test may have loaded it.
vi.resetModules();
vi.stubEnv('LOG_LEVEL', 'info');
const { setLogContext } = await import('#functions/platform/log.ts');
const { queueHandler } = await import('#functions/platform/records.ts');

let queue: Listener;
let hidden: { QueueUrl: string; ReceiptHandle: string; VisibilityTimeout: number }[] = [];
let isRefusing = false;

beforeAll(async () => {
  queue = await listen(async (request, response) => {
    hidden.push(JSON.parse(String(await readBody(request))));
    response.writeHead(isRefusing ? 400 : 200).end(isRefusing ? 'ReceiptHandleIsInvalid' : '{}');
  });
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', queue.origin);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  setLogContext({});
  await queue.close();
});

let told: Record<string, unknown>[] = [];
beforeEach(() => {
  hidden = [];
  isRefusing = false;
  told = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => told.push(JSON.parse(String(line))) > 0);
});
afterEach(() => void vi.restoreAllMocks());

const message = (carId: string) =>
  JSON.stringify({ type: 'rate', jobId: 'job', carId, requestId: 'request', note: 'of a later version' });
const record = (messageId: string, body: string, tries = 1) =>
  ({
    messageId,
    body,
    receiptHandle: `receipt of ${messageId}`,
    attributes: { ApproximateReceiveCount: String(tries) },
    eventSourceARN: 'arn:aws:sqs:eu-north-1:123456789012:rate',
  }) as unknown as SQSRecord;

/** A worker that fails for the cars whose id says so. */
const handled: [carId: string, tries: number][] = [];
const worker = queueHandler(rateMessage, async ({ carId }, tries) => {
  handled.push([carId, tries]);
  if (carId.startsWith('bad')) throw new RangeError(`${carId} cannot be rated`);
});
const take = (...Records: SQSRecord[]) => worker({ Records });

describe('a batch of queue messages', () => {
  it('handles each message of a batch, and returns only those that failed', async () => {
    handled.length = 0;
    const answer = await take(
      record('1', message('good')),
      record('2', message('bad'), 3),
      record('3', 'no json'),
      record('4', '{"type":"rate"}'),
      record('5', message('last')),
    );
    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['2', '3', '4']);
    expect(handled).toEqual([
      ['good', 1],
      ['bad', 3],
      ['last', 1],
    ]);
  });

  it('retries a failed message after the wait of its attempt', async () => {
    await take(record('2', message('bad'), 3), record('5', message('good'), 3), record('6', message('bad')));
    const QueueUrl = 'https://sqs.eu-north-1.amazonaws.com/123456789012/rate';
    expect(hidden).toEqual([
      { QueueUrl, ReceiptHandle: 'receipt of 2', VisibilityTimeout: retryWaitSeconds(3) },
      { QueueUrl, ReceiptHandle: 'receipt of 6', VisibilityTimeout: retryWaitSeconds(1) },
    ]);
  });

  it('retries a failed message later when the queue refuses the wait, and logs it', async () => {
    isRefusing = true;
    const { batchItemFailures } = await take(record('2', message('bad')));
    expect(batchItemFailures).toEqual([{ itemIdentifier: '2' }]);
    expect(told.at(-1)).toMatchObject({
      level: 'warn',
      message: 'a message could not be put off',
      reason: 'the queue answered 400: ReceiptHandleIsInvalid',
    });
  });
});

describe('log lines of a failed message', () => {
  it('logs a failed message with the ids of its request, import and car', async () => {
    await take(record('2', message('bad'), 2));
    expect(told).toMatchObject([
      {
        ...{ level: 'error', message: 'message failed', receiveCount: 2 },
        ...{ requestId: 'request', jobId: 'job', carId: 'bad' },
        ...{ error: 'RangeError', reason: 'bad cannot be rated' },
      },
    ]);
  });

  it('logs an unreadable message without the ids of the message before', async () => {
    await take(record('1', message('good')), record('2', 'no json'));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toHaveProperty('jobId');
    expect(told[0]).not.toHaveProperty('requestId');
  });
});
