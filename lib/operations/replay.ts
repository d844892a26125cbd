import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocument, paginateQuery } from '@aws-sdk/lib-dynamodb';
import {
  notifyMessage,
  type ParkedMessage,
  parkedPartition,
  readDomainEvent,
} from '#core/contract/messages.ts';
import { Refusal } from '#lib/program-options.ts';
import { homeRegion } from '#lib/stage.ts';
import { commonOptions, readStageOptions, requireOutputs } from './stage-options.ts';

type ParkedItem = ParkedMessage & { pk: string; sk: string };

export async function parkedMessages(table: DynamoDBDocument, tableName: string): Promise<ParkedItem[]> {
  const pages = paginateQuery(
    { client: table },
    {
      TableName: tableName,
      KeyConditionExpression: 'pk = :parked',
      ExpressionAttributeValues: { ':parked': parkedPartition },
      ConsistentRead: true,
    },
  );
  const found: ParkedItem[] = [];
  for await (const { Items = [] } of pages) found.push(...(Items as ParkedItem[]));
  return found;
}

/** The message's type, "serve", or its event's, "cars.discovered"; null when it cannot be read. */
function eventTypeOf({ body }: ParkedMessage): string | null {
  try {
    const message = notifyMessage.parse(JSON.parse(body));
    return 'type' in message ? message.type : (readDomainEvent(message)?.type ?? null);
  } catch {
    return null;
  }
}

/**
 * Sends a message to the events queue again and deletes the parked one. Alerts are deduplicated, so stopping in between
 * neither loses nor repeats any.
 */
async function sendAgain(
  { pk, sk, body }: ParkedItem,
  { table, tableName, queues, queueUrl }: ReplayTarget,
): Promise<void> {
  await queues.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
  await table.delete({ TableName: tableName, Key: { pk, sk } });
}

export type ReplayTarget = {
  table: DynamoDBDocument;
  tableName: string;
  queues: SQSClient;
  /** The queue of events for alerts. */
  queueUrl: string;
};

export type Replay = {
  /** A line for each message: what it is, and what happens to it. */
  lines: string[];
  sent: number;
};

/**
 * Sends parked messages again: all, or those with one of these ids. Without `isSending` nothing is changed. An unreadable
 * message stays parked.
 */
export async function replay(
  target: ReplayTarget,
  wanted: 'all' | readonly string[],
  isSending: boolean,
): Promise<Replay> {
  const lines: string[] = [];
  let sent = 0;
  const all = await parkedMessages(target.table, target.tableName);
  const chosen = wanted === 'all' ? all : all.filter(({ id }) => wanted.includes(id));
  for (const message of chosen) {
    const type = eventTypeOf(message);
    const what = `${message.id}  ${message.sentAt}  ${type ?? 'unreadable'}`;
    if (type === null) lines.push(`${what}  stays: no version of the functions reads it`);
    else if (isSending) {
      await sendAgain(message, target);
      sent++;
      lines.push(`${what}  sent`);
    } else lines.push(`${what}  would be sent`);
  }
  const missing = wanted === 'all' ? [] : wanted.filter((id) => !all.some((message) => message.id === id));
  lines.push(...missing.map((id) => `${id}  is not parked`));
  return { lines, sent };
}

const help = `Shows the messages that were given up and wait, and sends them again.

  npm run ops -- replay --stage prod                 what waits, and what would be sent
  npm run ops -- replay --stage prod --send all      sends all of it
  npm run ops -- replay --stage prod --send ID ID    sends these

${commonOptions}

Events that people are told of wait for two weeks. What an import gave up does not wait: it ended with what it had.
Mend the cause first, or they are given up once more.
`;

export async function run(words: string[]): Promise<void> {
  const options = readStageOptions(words, 'replay', ['send']);
  if (!options) return console.info(help);
  const isSending = options.flags.send === true;
  if (isSending && options.words.length === 0) throw new Refusal('Say what to send: --send all, or ids.');
  const { Table, NotifyQueue } = await requireOutputs(options.stage, ['Table', 'NotifyQueue']);
  const wanted = options.words.length === 0 || options.words.includes('all') ? 'all' : options.words;
  const { lines, sent } = await replay(
    {
      table: DynamoDBDocument.from(new DynamoDBClient({ region: homeRegion })),
      tableName: Table,
      queues: new SQSClient({ region: homeRegion }),
      queueUrl: NotifyQueue,
    },
    wanted,
    isSending,
  );
  for (const line of lines) console.info(line);
  if (lines.length === 0) console.info('Nothing waits.');
  else console.info(isSending ? `${sent} sent.` : 'Nothing was sent: --send does it.');
}
