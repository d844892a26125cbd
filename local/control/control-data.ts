import type { LocalCloud } from 'local-cloud/cloud-options.ts';
import { administrator } from 'local-cloud/wire/http.ts';
import { region } from 'local-cloud/wire/names.ts';
import type { SearchLoad } from '#core/searches/capacity.ts';

type AttributeValue = Record<string, unknown>;
type Item = Record<string, AttributeValue>;

/** DynamoDB's typed values as plain ones; sets become lists. */
function plain(value: AttributeValue): unknown {
  const [type, inner] = Object.entries(value)[0] ?? ['NULL', true];
  switch (type) {
    case 'N':
      return Number(inner);
    case 'NULL':
      return null;
    case 'M':
      return plainItem(inner as Item);
    case 'L':
      return (inner as AttributeValue[]).map(plain);
    case 'NS':
      return (inner as string[]).map(Number);
    default:
      return inner;
  }
}

function plainItem(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plain(value)]));
}

type Page = { Items?: Item[]; LastEvaluatedKey?: Item };
const maxPages = 40;

/** The table's items whose partition key begins with a prefix, at most 100 of them. */
export async function itemsWithPrefix(cloud: LocalCloud, prefix: string): Promise<Record<string, unknown>[]> {
  const [table] = cloud.template.all('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  if (!table) return [];
  const found: Record<string, unknown>[] = [];
  let start: Item | undefined;
  for (let page = 0; page < maxPages && found.length < 100; page++) {
    const answer = await cloud.engine.handle({
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      headers: {
        'x-amz-target': 'DynamoDB_20120810.Scan',
        'content-type': 'application/x-amz-json-1.0',
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
        'x-amz-date': '20260101T000000Z',
      },
      body: Buffer.from(
        JSON.stringify({
          TableName: cloud.template.ref(table.logicalId),
          FilterExpression: 'begins_with(pk, :prefix)',
          ExpressionAttributeValues: { ':prefix': { S: prefix } },
          ...(start && { ExclusiveStartKey: start }),
        }),
      ),
      caller: administrator,
      signal: new AbortController().signal,
    });
    const { Items = [], LastEvaluatedKey } = JSON.parse(String(answer.body)) as Page;
    found.push(...Items.map(plainItem));
    start = LastEvaluatedKey;
    if (!start) break;
  }
  return found.slice(0, 100);
}

/** Every queue with its counts and what waits in it; dead letter queues are those that others name. */
export function describeQueues(cloud: LocalCloud) {
  const counts = cloud.queues.names().map((name) => cloud.queues.counts(name));
  const deadLetters = new Set(counts.map((one) => one.redriveTo));
  return counts.map((one) => ({
    ...one,
    isDeadLetters: deadLetters.has(one.name),
    messages: cloud.queues.peek(one.name, 10),
  }));
}

export function describeClock(cloud: LocalCloud) {
  const { offsetMs } = cloud.clock;
  const rules = cloud.rules.scheduled.map((rule) => ({
    name: rule.name,
    next: rule.schedule.next(cloud.clock.now()).toISOString(),
  }));
  return { now: cloud.clock.now().toISOString(), offsetSeconds: Math.round(offsetMs / 1000), rules };
}

/** What the last hour's dispatch found (null before the first), and every link that is searched again and again. */
export async function describeSearches(cloud: LocalCloud) {
  const [load] = await itemsWithPrefix(cloud, 'SEARCHLOAD');
  const items = await itemsWithPrefix(cloud, 'LINK#');
  const followers = (pk: unknown) =>
    items.filter((item) => item.pk === pk && item.kind === 'FOLLOWER').length;
  const links = items
    .filter((item) => item.kind === 'LINK' && followers(item.pk) > 0)
    .map(({ pk, href, gsi2sk, refusals, pausedFor, lastRun }) => ({
      href,
      followers: followers(pk),
      nextRun: gsi2sk ? String(gsi2sk).split('#')[0] : null,
      refusals: refusals ?? 0,
      pausedFor: pausedFor ?? null,
      lastRun: lastRun ?? null,
    }));
  return { load: load ? (load.load as SearchLoad) : null, links };
}
