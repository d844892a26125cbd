import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQueueService } from '../../services/queues/queue-service.ts';
import { QueueStore } from '../../services/queues/queue-store.ts';
import { accountId } from '../../wire/names.ts';
import {
  againstAws,
  type ContractTarget,
  contractTarget,
  temporaryFolder,
} from '../support/contract-target.ts';

let target: ContractTarget;
let sqs: SQSClient;
const queues = new QueueStore(':memory:');
const made: string[] = [];

beforeAll(async () => {
  target = await contractTarget(() => createQueueService(queues));
  sqs = new SQSClient(target.config);
});

afterAll(async () => {
  if (againstAws) for (const QueueUrl of made) await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  sqs.destroy();
  await target.close();
});

async function queue(attributes: Record<string, string> = {}): Promise<string> {
  const QueueName = `contract-${randomUUID()}`;
  if (!againstAws) {
    queues.create(QueueName, attributes);
    return `${target.origin}/${accountId}/${QueueName}`;
  }
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes: attributes }));
  made.push(QueueUrl ?? '');
  return QueueUrl ?? '';
}

const receive = async (
  QueueUrl: string,
  options: { wait?: number; count?: number; visibility?: number } = {},
) =>
  (
    await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        WaitTimeSeconds: options.wait ?? 1,
        MaxNumberOfMessages: options.count ?? 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
        ...(options.visibility !== undefined && { VisibilityTimeout: options.visibility }),
      }),
    )
  ).Messages ?? [];

describe('a queue', () => {
  test('hands out a message with its body, attributes and first receive count, and checks the digest', async () => {
    const QueueUrl = await queue();
    const MessageAttributes = { trace: { DataType: 'String', StringValue: 'abc' } };
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"by":"Ærø"}', MessageAttributes }));
    const [message] = await receive(QueueUrl);
    expect(message?.Body).toBe('{"by":"Ærø"}');
    expect(message?.Attributes?.ApproximateReceiveCount).toBe('1');
    expect(message?.MessageAttributes?.trace?.StringValue).toBe('abc');
  });

  test('hides a received message until its visibility ends', async () => {
    const QueueUrl = await queue({ VisibilityTimeout: '1' });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'once' }));
    expect(await receive(QueueUrl)).toHaveLength(1);
    expect(await receive(QueueUrl, { wait: 0 })).toHaveLength(0);
    const [again] = await receive(QueueUrl, { wait: 5 });
    expect(again?.Attributes?.ApproximateReceiveCount).toBe('2');
  });

  test('moves a message to the dead letters after the last allowed receive', async () => {
    const dead = await queue();
    const [queueName, account] = dead.split('/').toReversed();
    const QueueArn = `arn:aws:sqs:eu-north-1:${account}:${queueName}`;
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: QueueArn, maxReceiveCount: 2 });
    const source = await queue({ VisibilityTimeout: '0', RedrivePolicy });
    await sqs.send(new SendMessageCommand({ QueueUrl: source, MessageBody: 'poison' }));
    expect(await receive(source)).toHaveLength(1);
    expect(await receive(source)).toHaveLength(1);
    expect(await receive(source)).toHaveLength(0);
    const [buried] = await receive(dead, { wait: 2 });
    expect(buried?.Body).toBe('poison');
    expect(buried?.Attributes?.DeadLetterQueueSourceArn).toContain(source.split('/').at(-1));
  });

  test('wakes a long poll when a message arrives', async () => {
    const QueueUrl = await queue();
    const waiting = receive(QueueUrl, { wait: 20 });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'late' }));
    expect((await waiting)[0]?.Body).toBe('late');
  });

  test('keeps a delayed message back', async () => {
    const QueueUrl = await queue();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'later', DelaySeconds: 1 }));
    expect(await receive(QueueUrl, { wait: 0 })).toHaveLength(0);
    expect(await receive(QueueUrl, { wait: 5 })).toHaveLength(1);
  });

  test('makes a message visible at once when its visibility is set to nought', async () => {
    const QueueUrl = await queue();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'back' }));
    const ReceiptHandle = (await receive(QueueUrl))[0]?.ReceiptHandle;
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
    expect(await receive(QueueUrl)).toHaveLength(1);
  });

  test('takes a batch, and deletes by receipt', async () => {
    const QueueUrl = await queue({ VisibilityTimeout: '0' });
    const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: Id }));
    expect((await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).Successful).toHaveLength(3);
    for (const { ReceiptHandle } of await receive(QueueUrl, { visibility: 20 }))
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    expect(await receive(QueueUrl, { wait: 0 })).toHaveLength(0);
  });

  test('refuses more than fifteen minutes of delay', async () => {
    const QueueUrl = await queue();
    const send = sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', DelaySeconds: 901 }));
    await expect(send).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  test('refuses a batch with the same id twice', async () => {
    const QueueUrl = await queue();
    const Entries = [
      { Id: 'a', MessageBody: '1' },
      { Id: 'a', MessageBody: '2' },
    ];
    const send = sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await expect(send).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct', message: 'Id a repeated.' });
  });

  test('does not exist under another name', async () => {
    const QueueUrl = (await queue()).replace(/[^/]+$/, 'nobody-made-this');
    const send = sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    await expect(send).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe.skipIf(againstAws)('the embedded queues', () => {
  test('refuse messages over 1 MiB', async () => {
    const QueueUrl = await queue();
    const send = sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x'.repeat(1_048_577) }));
    await expect(send).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  test('show messages again that a killed process had received', () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'queues.sqlite');
    const before = new QueueStore(path);
    before.create('jobs', { VisibilityTimeout: '900' });
    before.send('jobs', { body: 'half done' });
    expect(before.take('jobs', 1)).toHaveLength(1);
    before.close();
    const after = new QueueStore(path);
    expect(after.take('jobs', 1)[0]?.body).toBe('half done');
    after.close();
    folder.remove();
  });

  test('deliver a message again when told to duplicate', () => {
    let again = true;
    const duplicatesOnce = () => {
      const now = again;
      again = false;
      return now;
    };
    const store = new QueueStore(':memory:', { duplicates: duplicatesOnce, reorders: () => false });
    store.create('jobs', {});
    store.send('jobs', { body: 'twice' });
    for (const _ of [1, 2]) store.delete('jobs', store.take('jobs', 1)[0]?.receipt ?? '');
    expect(store.take('jobs', 1)).toEqual([]);
    store.close();
  });

  test('let no poll wait while the clock is moved', { timeout: 10_000 }, async () => {
    const store = new QueueStore(':memory:');
    const own = await contractTarget(() => createQueueService(store));
    const client = new SQSClient(own.config);
    store.create('jobs', {});
    const QueueUrl = `${own.origin}/${accountId}/jobs`;
    const poll = () => client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    expect((await store.whileClockMoves(poll)).Messages).toBeUndefined();
    const waiting = poll();
    store.send('jobs', { body: 'afterwards' });
    expect((await waiting).Messages).toHaveLength(1);
    client.destroy();
    await own.close();
  });

  test('bring delayed messages forward with the clock, and send dead letters back', () => {
    const store = new QueueStore(':memory:');
    const redrive = { deadLetterTargetArn: 'arn:aws:sqs:eu-north-1:000000000000:dead', maxReceiveCount: 1 };
    store.create('dead', {});
    store.create('jobs', { VisibilityTimeout: '0', RedrivePolicy: JSON.stringify(redrive) });
    store.send('jobs', { body: 'in ten minutes', delaySeconds: 600 });
    expect(store.take('jobs', 1)).toEqual([]);
    store.advance(600_000);
    expect(store.take('jobs', 1)).toHaveLength(1);
    expect(store.take('jobs', 1)).toEqual([]);
    expect(store.counts('dead').visible).toBe(1);
    expect(store.redrive('dead')).toBe(1);
    expect(store.take('jobs', 1)).toHaveLength(1);
    store.close();
  });
});
