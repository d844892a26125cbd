import { type SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServeMessage } from '#core/contract/messages.ts';
import {
  deleteDeadLetter,
  deleteHourlyRun,
  hideHourlyRun,
  queues,
  sendHourlyRun,
  sendVisit,
  takeDeadLetters,
  takeHourlyRun,
} from '#functions/platform/queues.ts';
import { queuesInMemory } from '#tests/support/cloud-in-memory.ts';

type Call = { name: string; input: Record<string, unknown> };
let calls: Call[];
let answer: () => unknown;

beforeEach(() => {
  [calls, answer] = [[], () => ({})];
  for (const name of ['SCRAPE', 'HOURLY', 'IDENTIFY', 'RATE', 'DEAD_LETTER'])
    vi.stubEnv(`${name}_QUEUE_URL`, `https://queues.invalid/${name}`);
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async (command: unknown) => {
    const sent = command as { constructor: { name: string }; input: Call['input'] };
    calls.push({ name: sent.constructor.name, input: sent.input });
    return answer() as never;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const refused = new Error('refused');
const refuse = () => {
  throw refused;
};

describe('dead-letter queue', () => {
  const QueueUrl = 'https://queues.invalid/DEAD_LETTER';

  it('receives ten dead letters at once, with the time when they were sent', async () => {
    answer = () => ({
      Messages: [
        { MessageId: 'm', ReceiptHandle: 'r', Body: 'b', Attributes: { SentTimestamp: '1000' } },
        {},
      ],
    });
    expect(await takeDeadLetters()).toEqual([
      { id: 'm', receipt: 'r', body: 'b', sentAt: '1970-01-01T00:00:01.000Z' },
      { id: '', receipt: '', body: '', sentAt: '1970-01-01T00:00:00.000Z' },
    ]);
    const input = {
      ...{ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 },
      MessageSystemAttributeNames: ['SentTimestamp'],
    };
    expect(calls).toEqual([{ name: 'ReceiveMessageCommand', input }]);
  });

  it('receives no dead letters from an empty queue', async () => {
    expect(await takeDeadLetters()).toEqual([]);
  });

  it('deletes a dead letter by its receipt, and throws when that fails', async () => {
    const letter = { id: 'm', receipt: 'r', body: 'b', sentAt: '' };
    await deleteDeadLetter(letter);
    expect(calls).toEqual([{ name: 'DeleteMessageCommand', input: { QueueUrl, ReceiptHandle: 'r' } }]);
    answer = refuse;
    await expect(deleteDeadLetter(letter)).rejects.toBe(refused);
  });
});

describe('queue of hourly runs', () => {
  const QueueUrl = 'https://queues.invalid/HOURLY';
  const taken = { receipt: 'r', body: 'b', receiveCount: 2 };

  it.each([
    [{ ReceiptHandle: 'r', Body: 'b', Attributes: { ApproximateReceiveCount: '2' } }, taken],
    [{}, { receipt: '', body: '', receiveCount: 1 }],
    [undefined, null],
  ])('receives from %j the hourly run %j', async (message, run) => {
    answer = () => (message ? { Messages: [message] } : {});
    expect(await takeHourlyRun()).toEqual(run);
    expect(calls[0]?.input).toEqual({
      ...{ QueueUrl, MaxNumberOfMessages: 1, WaitTimeSeconds: 1 },
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    });
  });

  it('hides and deletes an hourly run by its receipt, and throws when that fails', async () => {
    await hideHourlyRun(taken, 30);
    await deleteHourlyRun(taken);
    expect(calls).toEqual([
      {
        name: 'ChangeMessageVisibilityCommand',
        input: { QueueUrl, ReceiptHandle: 'r', VisibilityTimeout: 30 },
      },
      { name: 'DeleteMessageCommand', input: { QueueUrl, ReceiptHandle: 'r' } },
    ]);
    answer = refuse;
    await expect(hideHourlyRun(taken, 0)).rejects.toBe(refused);
    await expect(deleteHourlyRun(taken)).rejects.toBe(refused);
  });
});

describe('queues of the pipeline', () => {
  const scrape = { type: 'scrape', jobId: 'j', requestId: 'r' } as const;
  const byHand = { isAutomatic: false, hasOwners: true };
  const joined = { isAutomatic: true, hasOwners: true };
  const unawaited = { isAutomatic: true, hasOwners: false };
  const identify = (carId: string) => ({ type: 'identify', jobId: 'j', carId, requestId: 'r' }) as const;

  it.each([
    ['SCRAPE', () => queues.scrape(scrape), 0],
    ['SCRAPE', () => sendVisit(byHand, scrape), 0],
    ['SCRAPE', () => sendVisit(joined, scrape, 5), 5],
    ['HOURLY', () => sendVisit(unawaited, scrape, 5), 5],
    ['HOURLY', () => sendHourlyRun(scrape, 5), 5],
  ] as const)('sends messages to the queue %s', async (queue, send, DelaySeconds) => {
    await send();
    const input = {
      QueueUrl: `https://queues.invalid/${queue}`,
      MessageBody: JSON.stringify(scrape),
      DelaySeconds,
    };
    expect(calls).toEqual([{ name: 'SendMessageCommand', input }]);
  });

  it('sends the messages of many cars ten at once, and sends nothing where there are none', async () => {
    await queues.identify(
      Array.from({ length: 20 }, (_, n) => identify(String(n))),
      7,
    );
    expect(calls.map(({ input }) => (input.Entries as unknown[]).length)).toEqual([10, 10]);
    expect((calls[1]!.input.Entries as unknown[])[9]).toEqual({
      ...{ Id: '9', MessageBody: JSON.stringify(identify('19')), DelaySeconds: 7 },
    });
    calls.length = 0;
    await queues.rate([]);
    expect(calls).toEqual([]);
  });

  it('throws when the queue refuses some of the messages', async () => {
    answer = () => ({ Failed: [{ Code: 'Throttled' }] });
    await expect(queues.identify([identify('a')])).rejects.toThrow('1 messages were refused: Throttled');
    answer = () => ({ Failed: [] });
    await expect(queues.identify([identify('a')])).resolves.toBeUndefined();
  });
});

it('sends many long messages in calls of the size that SQS accepts, each once and in their order', async () => {
  const inMemory = queuesInMemory();
  const carIds = Array.from({ length: 2000 }, (_, n) => `car-of-twenty-two-${n}å`);
  const serve = (n: number): ServeMessage => ({
    ...{
      type: 'serve',
      people: [`person-${n}`],
      jobId: 'job',
      isPaused: false,
      at: '2026-11-21T08:00:00.000Z',
    },
    carIds: n < 12 ? carIds : [],
  });
  const messages = Array.from({ length: 36 }, (_, n) => serve(n));
  await queues.notify(messages);
  expect(inMemory.queues.notify!.map(({ body }) => JSON.parse(body))).toEqual(messages);
  const calls = vi.mocked(SQSClient.prototype.send).mock.calls as unknown as [SendMessageBatchCommand][];
  expect(calls.map(([{ input }]) => input.Entries!.length)).toEqual([4, 4, 10, 10, 8]);
  inMemory.close();
});
