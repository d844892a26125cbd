// biome-ignore-all lint/correctness/noComponentHookFactories: operations carry the names of the AWS API, none is a component
import { createHash } from 'node:crypto';
import type {
  ChangeMessageVisibilityRequest,
  DeleteMessageRequest,
  ReceiveMessageRequest,
  SendMessageBatchRequest,
  SendMessageRequest,
} from '@aws-sdk/client-sqs';
import { runJsonOperation, ServiceError, type WireRequest, type WireService } from '../../wire/http.ts';
import { mostPayloadBytes } from '../../wire/names.ts';
import {
  type MessageAttribute,
  maxDelaySeconds,
  type QueueStore,
  type ReceivedMessage,
} from './queue-store.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** The last part of a queue's address is its name. */
export function queueNameOf(queueUrl: string | undefined): string {
  const name = queueUrl?.split('/').at(-1);
  if (!name) throw new ServiceError('InvalidAddress', 'The queue address is missing or not valid.');
  return name;
}

type Sendable = Pick<SendMessageRequest, 'MessageBody' | 'MessageAttributes' | 'DelaySeconds'>;

function messageBytes(entry: Sendable): number {
  const attributes = entry.MessageAttributes ?? {};
  return (
    Buffer.byteLength(entry.MessageBody ?? '') +
    Object.entries(attributes).reduce(
      (sum, [name, value]) =>
        sum + name.length + Buffer.byteLength(String(value.StringValue ?? value.BinaryValue ?? '')),
      0,
    )
  );
}

function checkEntry(entry: Sendable): void {
  if (!entry.MessageBody) {
    throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  if (messageBytes(entry) > mostPayloadBytes) {
    const reason = `Message must be shorter than ${mostPayloadBytes} bytes.`;
    throw new ServiceError('InvalidParameterValue', `One or more parameters are invalid. Reason: ${reason}`);
  }
  const delay = entry.DelaySeconds ?? 0;
  if (delay < 0 || delay > maxDelaySeconds) {
    const reason = `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`;
    throw new ServiceError('InvalidParameterValue', reason);
  }
}

function checkBatch(entries: readonly { Id?: string | undefined }[]): void {
  if (entries.length === 0) {
    throw new ServiceError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  }
  if (entries.length > 10) {
    throw new ServiceError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
  }
  const ids = entries.map((entry) => entry.Id);
  const repeated = ids.find((id, at) => ids.indexOf(id) < at);
  if (repeated !== undefined) throw new ServiceError('BatchEntryIdsNotDistinct', `Id ${repeated} repeated.`);
}

function describe(message: ReceivedMessage, input: ReceiveMessageRequest) {
  const system = [...(input.MessageSystemAttributeNames ?? []), ...(input.AttributeNames ?? [])] as string[];
  const wanted = Object.entries(message.system).filter(
    ([name]) => system.includes('All') || system.includes(name),
  );
  const names = input.MessageAttributeNames ?? [];
  const attributes = Object.entries(message.attributes).filter(
    ([name]) => names.includes('All') || names.includes('.*') || names.includes(name),
  );
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(wanted.length > 0 && { Attributes: Object.fromEntries(wanted) }),
    ...(attributes.length > 0 && { MessageAttributes: Object.fromEntries(attributes) }),
  };
}

/** Messages on their way. */
function messageOperations(store: QueueStore) {
  return {
    SendMessage: (input: SendMessageRequest) => send(store, queueNameOf(input.QueueUrl), input),
    SendMessageBatch(input: SendMessageBatchRequest) {
      const queue = queueNameOf(input.QueueUrl);
      const entries = input.Entries ?? [];
      if (entries.reduce((sum, entry) => sum + messageBytes(entry), 0) > mostPayloadBytes) {
        const text = `Batch requests cannot be longer than ${mostPayloadBytes} bytes.`;
        throw new ServiceError('BatchRequestTooLong', text);
      }
      checkBatch(entries);
      const Successful: object[] = [];
      const Failed: object[] = [];
      // Each entry for itself: a bad one leaves the others.
      for (const entry of entries) {
        try {
          Successful.push({ Id: entry.Id, ...send(store, queue, entry) });
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
        }
      }
      return { Successful, ...(Failed.length > 0 && { Failed }) };
    },
    async ReceiveMessage(input: ReceiveMessageRequest, request: WireRequest) {
      const queue = queueNameOf(input.QueueUrl);
      const messages = await store.receive(queue, {
        count: Math.min(10, Math.max(1, input.MaxNumberOfMessages ?? 1)),
        waitSeconds: store.pollSeconds(input.WaitTimeSeconds ?? store.settings(queue).receiveWaitSeconds),
        ...(input.VisibilityTimeout !== undefined && { visibilitySeconds: input.VisibilityTimeout }),
        signal: request.signal,
      });
      return messages.length > 0 ? { Messages: messages.map((message) => describe(message, input)) } : {};
    },
    DeleteMessage(input: DeleteMessageRequest) {
      store.delete(queueNameOf(input.QueueUrl), input.ReceiptHandle ?? '');
    },
    ChangeMessageVisibility(input: ChangeMessageVisibilityRequest) {
      store.changeVisibility(
        queueNameOf(input.QueueUrl),
        input.ReceiptHandle ?? '',
        input.VisibilityTimeout ?? 0,
      );
    },
  };
}

function send(store: QueueStore, queue: string, entry: Sendable) {
  checkEntry(entry);
  const id = store.send(queue, {
    body: entry.MessageBody ?? '',
    attributes: (entry.MessageAttributes ?? {}) as unknown as Record<string, MessageAttribute>,
    ...(entry.DelaySeconds !== undefined && { delaySeconds: entry.DelaySeconds }),
  });
  return { MessageId: id, MD5OfMessageBody: md5(entry.MessageBody ?? '') };
}

/** SQS over its JSON protocol: what there is to do with messages. Queues are made by the template. */
export function createQueueService(store: QueueStore): WireService {
  const operations = messageOperations(store);
  return {
    handle: (request) => runJsonOperation(operations, request),
    close: () => store.close(),
  };
}
