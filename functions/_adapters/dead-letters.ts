import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { env } from '#functions/_runtime/env.ts';

const client = new SQSClient({});

export type DeadLetter = {
  id: string;
  receipt: string;
  body: string;
  /** ISO 8601, when it was sent first. */
  sentAt: string;
};

/** Some messages that were given up; none where none are left. They come again unless they are deleted. */
export async function takeDeadLetters(): Promise<DeadLetter[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: env('DEAD_LETTER_QUEUE_URL'),
      MaxNumberOfMessages: 10,
      // Without waiting SQS asks some of its servers only, and may hear nothing from a queue that holds something.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages.map(({ MessageId = '', ReceiptHandle = '', Body = '', Attributes }) => ({
    id: MessageId,
    receipt: ReceiptHandle,
    body: Body,
    sentAt: new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString(),
  }));
}

export async function deleteDeadLetter({ receipt }: DeadLetter): Promise<void> {
  await client.send(
    new DeleteMessageCommand({ QueueUrl: env('DEAD_LETTER_QUEUE_URL'), ReceiptHandle: receipt }),
  );
}
