import { maxReceives } from '#core/contract/messages.ts';

export type Message = { id: string; body: string; sentMs: number; dueMs: number; receiveCount: number };
type Entry = { MessageBody: string; DelaySeconds?: number };
type Input = { QueueUrl?: string; ReceiptHandle?: string; VisibilityTimeout?: number; Entries?: Entry[] };

const hiddenMs = 120_000;
/** The limits of one SendMessageBatch call. */
const batchMessages = 10;
const batchBytes = 256 * 1024;

/** A fake of SQS in memory, with the commands that the product uses. A message received too often goes to the queue `dead`. */
export function createMemoryQueues<Name extends string>(names: readonly Name[], now: () => number) {
  const queues = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Message[]>;
  const listeners: ((queue: Name, body: string, delaySeconds: number) => void)[] = [];
  let ids = 0;

  function send(queue: Name, body: string, delaySeconds = 0): void {
    const sentMs = now();
    queues[queue].push({
      ...{ id: `m${++ids}`, body, sentMs, dueMs: sentMs + delaySeconds * 1000, receiveCount: 0 },
    });
    for (const listen of listeners) listen(queue, body, delaySeconds);
  }
  function remove(queue: Name, message: Message): void {
    queues[queue].splice(queues[queue].indexOf(message), 1);
  }

  function receive(queue: Name): object {
    const message = queues[queue].find(({ dueMs }) => dueMs <= now());
    if (!message) return {};
    if (message.receiveCount >= maxReceives) {
      remove(queue, message);
      send('dead' as Name, message.body);
      return receive(queue);
    }
    message.dueMs = now() + hiddenMs;
    const Attributes = { ApproximateReceiveCount: String(++message.receiveCount) };
    const { id, body } = message;
    return { Messages: [{ MessageId: id, ReceiptHandle: id, Body: body, Attributes }] };
  }

  return {
    queues,
    send,
    /** Called with every message that is sent. */
    onSend: (listen: (queue: Name, body: string, delaySeconds: number) => void) =>
      void listeners.push(listen),
    /** Carries out a command of the SDK's client. */
    carryOut(name: string, input: Input): object {
      const queue = String(input.QueueUrl).split('/').at(-1) as Name;
      if (name === 'ReceiveMessageCommand') return receive(queue);
      const received = queues[queue].find(({ id }) => id === input.ReceiptHandle);
      if (name === 'DeleteMessageCommand') {
        if (received) remove(queue, received);
        return {};
      }
      if (name === 'ChangeMessageVisibilityCommand') {
        if (received) received.dueMs = now() + Number(input.VisibilityTimeout) * 1000;
        return {};
      }
      const entries = input.Entries ?? [input as Entry];
      const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
      if (entries.length > batchMessages || bytes > batchBytes)
        throw new Error('AWS.SimpleQueueService.BatchRequestTooLong');
      for (const { MessageBody, DelaySeconds } of entries) send(queue, MessageBody, DelaySeconds);
      return {};
    },
  };
}

type ObjectInput = {
  Bucket?: string;
  Key?: string;
  Prefix?: string;
  ContinuationToken?: string;
  Body?: Uint8Array;
  Delete?: { Objects: { Key: string }[] };
};

/** Small pages, so that a folder of many objects is listed in several. */
const pageObjects = 2;

/** S3 as the product uses it, in memory. */
export function createMemoryObjects() {
  const buckets = new Map<string, Map<string, Uint8Array>>();
  /** Keys of objects that nobody may delete. */
  const locked = new Set<string>();

  function bucket(name: string | undefined): Map<string, Uint8Array> {
    const known = buckets.get(String(name)) ?? new Map<string, Uint8Array>();
    buckets.set(String(name), known);
    return known;
  }

  function list({ Bucket, Prefix = '', ContinuationToken: after = '' }: ObjectInput): object {
    const keys = [...bucket(Bucket).keys()].filter((key) => key.startsWith(Prefix) && key > after).sort();
    const page = keys.slice(0, pageObjects);
    const Contents = page.map((Key) => ({ Key }));
    return { Contents, ...(keys.length > page.length && { NextContinuationToken: page.at(-1) }) };
  }

  function deleteAll({ Bucket, Delete }: ObjectInput): object {
    const keys = Delete!.Objects.map(({ Key }) => Key);
    for (const key of keys) if (!locked.has(key)) bucket(Bucket).delete(key);
    const Errors = keys.filter((key) => locked.has(key)).map((Key) => ({ Key, Code: 'AccessDenied' }));
    return Errors.length > 0 ? { Errors } : {};
  }

  return {
    /** The bytes of a bucket's objects by their keys. */
    bucket,
    locked,
    /** Carries out a command of the SDK's client. */
    carryOut(name: string, input: ObjectInput): object {
      if (name === 'PutObjectCommand') bucket(input.Bucket).set(input.Key!, input.Body!);
      else if (name === 'ListObjectsV2Command') return list(input);
      else if (name === 'DeleteObjectsCommand') return deleteAll(input);
      else throw new Error(`${name} is not known to the objects in memory`);
      return {};
    },
    /** What a signed GET of `/bucket/key` answers. */
    read(pathname: string): { status: number; body: string | Uint8Array } {
      const [, name, ...key] = decodeURIComponent(pathname).split('/');
      const body = bucket(name).get(key.join('/'));
      return body ? { status: 200, body } : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    },
  };
}
