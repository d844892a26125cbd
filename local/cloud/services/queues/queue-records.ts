/** The tables of queues and messages. Times are epoch milliseconds. */
export const queueSchema = `
create table if not exists queues(name text primary key, attributes text not null, created_at integer not null);
create table if not exists messages(
  sequence integer primary key autoincrement, id text not null, queue text not null, body text not null,
  attributes text not null, system text not null, visible_at integer not null, sent_at integer not null,
  first_received_at integer, receive_count integer not null default 0, receipt text, source_arn text);
create index if not exists messages_by_queue on messages(queue, visible_at);
create index if not exists messages_by_receipt on messages(receipt);`;

export type MessageAttribute = { DataType: string; StringValue?: string; BinaryValue?: string };
export type NewMessage = {
  body: string;
  attributes?: Record<string, MessageAttribute>;
  system?: Record<string, string>;
  delaySeconds?: number;
};
export type ReceivedMessage = {
  id: string;
  receipt: string;
  body: string;
  attributes: Record<string, MessageAttribute>;
  system: Record<string, string>;
};
export type QueueCounts = {
  name: string;
  visible: number;
  inFlight: number;
  delayed: number;
  redriveTo?: string;
};

/** A message as it is kept. */
export type MessageRow = {
  sequence: number;
  id: string;
  body: string;
  attributes: string;
  system: string;
  sent_at: number;
  first_received_at: number | null;
  receive_count: number;
  source_arn: string | null;
};

/** A message as its receiver is handed it, counted as received once more. */
export const asReceived = (row: MessageRow, receipt: string, firstReceivedAt: number): ReceivedMessage => ({
  id: row.id,
  receipt,
  body: row.body,
  attributes: JSON.parse(row.attributes) as Record<string, MessageAttribute>,
  system: {
    ...(JSON.parse(row.system) as Record<string, string>),
    SenderId: 'AROALOCAL',
    SentTimestamp: String(row.sent_at),
    ApproximateReceiveCount: String(row.receive_count + 1),
    ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
    ...(row.source_arn && { DeadLetterQueueSourceArn: row.source_arn }),
  },
});
