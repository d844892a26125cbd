import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { accessTokenMinutes } from '#core/accounts/cookies.ts';
import { unidentified } from '#functions/valuation/rate.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { startTestTable } from '#tests/support/table.ts';

const table = await startTestTable();
const { documentClient: client } = await import('#functions/platform/table.ts');
const account = await import('#functions/accounts/store.ts');
const drafts = await import('#functions/imports/draft-store.ts');
const jobs = await import('#functions/imports/job-store.ts');
const searches = await import('#functions/searches/change-searches.ts');
const settles = await import('#functions/imports/finish-import.ts');
const starts = await import('#functions/imports/begin-import.ts');
afterAll(() => table.close());

const now = new Date('2026-11-21T08:00:00.000Z');
const at = now.toISOString();
let people = 0;

/** Runs `act` once, before the first call to the table with this name that mentions this. */
function pauseBefore(
  call: 'BatchWriteItem' | 'TransactWriteItems' | 'UpdateItem',
  text: string,
  act: () => unknown,
) {
  const name = `before ${call} ${text}`;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isHere =
        String(context.commandName).startsWith(call) && JSON.stringify(args.input).includes(text);
      if (isHere && client.middlewareStack.remove(name)) await act();
      return next(args);
    },
    { step: 'initialize', name },
  );
}

/** Every item of the table that mentions this, the mark of the erasure aside. */
async function itemsWith(text: string): Promise<Record<string, unknown>[]> {
  const scanner = new DynamoDBClient({});
  const { Items = [] } = await scanner.send(new ScanCommand({ TableName: table.name }));
  scanner.destroy();
  const items: Record<string, unknown>[] = Items.map((item) => unmarshall(item as never));
  return items.filter((item) => item.kind !== 'ERASED' && JSON.stringify(item).includes(text));
}

const newPerson = () => `leaver-${++people}-here`;
async function erase(userId: string): Promise<void> {
  await account.markErased({ userId, customerId: null, erasedAt: at });
  await account.deleteAccountItems(userId);
}
async function importOf(userId: string, kind: 'scrape' | 'page'): Promise<string> {
  const { jobId } = await starts.beginImport({
    userId,
    job: {
      id: `${kind}-${people}`,
      kind,
      href: 'https://x.example',
      linkHash: `link-of-${people}`,
      privateTo: kind === 'page' ? userId : null,
    },
    historyId: 'history',
    scrapeType: kind === 'page' ? 'page' : 'manual',
    charge: { month: '2026-11', limit: 20 },
    idempotencyKey: null,
    now,
  });
  return jobId;
}
const follow = (userId: string, begins: Date) =>
  searches.startSearch({
    userId,
    limit: 5,
    now: begins,
    id: `link-${people}`,
    href: 'https://x.example',
    name: null,
  });
const listing = () => makeListing({ id: 'c1' });

describe('writes during an erasure', () => {
  it('leaves nothing of the person when an import is settled between the two deletions', async () => {
    const userId = newPerson();
    const jobId = await importOf(userId, 'scrape');
    const ended = (await jobs.changeJobState(jobId, ['queued'], 'failed', at, 'login_wall'))!;
    const ownerIsGone = Promise.withResolvers<void>();
    const settling = Promise.withResolvers<void>();
    pauseBefore('TransactWriteItems', 'settledAt', () => {
      settling.resolve();
      return ownerIsGone.promise;
    });
    const settled = settles.settleImport(ended, at);
    await settling.promise;
    pauseBefore('BatchWriteItem', 'HISTORY#', () => {
      ownerIsGone.resolve();
      return settled;
    });
    await erase(userId);
    expect(await itemsWith(userId)).toEqual([]);
  });

  it('refuses to start an import or a search that is not yet written during an erasure', async () => {
    const starter = newPerson();
    pauseBefore('TransactWriteItems', starter, () => erase(starter));
    await expect(importOf(starter, 'scrape')).rejects.toMatchObject({ status: 401 });
    expect(await itemsWith(starter)).toEqual([]);
    const follower = newPerson();
    pauseBefore('TransactWriteItems', follower, () => erase(follower));
    await expect(follow(follower, now)).rejects.toMatchObject({ status: 401 });
    expect(await itemsWith(follower)).toEqual([]);
  });

  it('lets nobody follow a search that is restarted between the two deletions', async () => {
    const userId = newPerson();
    await follow(userId, new Date('2026-11-01T08:00:00.000Z'));
    pauseBefore('BatchWriteItem', 'AUTOSEARCH#', () => follow(userId, now).catch(() => undefined));
    await erase(userId);
    expect(await itemsWith(userId)).toEqual([]);
  });

  it('writes nothing again of a page that the erased person dropped', async () => {
    const userId = newPerson();
    const late: ((jobId: string) => Promise<unknown>)[] = [
      (jobId) => drafts.addOwnDrafts(jobId, [{ carId: 'c2', listing: listing() }], now.getTime()),
      (jobId) => drafts.describeDraft(jobId, 'c1', listing()),
      (jobId) => drafts.identifyDraft(jobId, 'c1', unidentified),
      (jobId) => jobs.addToJob(jobId, { done: ['c1'] }, at),
      (jobId) => jobs.takeLease(jobId, 'holder', 1_000, 500),
      (jobId) => jobs.dropLease(jobId),
      (jobId) => jobs.closeJob(jobId),
    ];
    const jobId = await importOf(userId, 'page');
    await drafts.addOwnDrafts(jobId, [{ carId: 'c1', listing: listing() }], now.getTime());
    await erase(userId);
    for (const write of late) await write(jobId).catch(() => undefined);
    expect(await itemsWith(jobId)).toEqual([]);
  });
});

const ended = await import('#functions/accounts/store.ts');
const stored = await import('#functions/platform/table.ts');
const keys = await import('#functions/platform/keys.ts');

const nowMs = Date.parse('2026-11-21T08:00:00.500Z');
const seconds = Math.floor(nowMs / 1000);

it('reports no ended session of an account that never signed out', async () => {
  expect(await ended.readEnded('nobody')).toEqual({ isErased: false, allUntil: null, sessions: new Set() });
});

it('reports a signed-out session as ended, and the others as running', async () => {
  await ended.endSession('anna', 'first', nowMs);
  await ended.endSession('anna', 'second', nowMs);
  expect(await ended.readEnded('anna')).toEqual({
    ...{ isErased: false, allUntil: null, sessions: new Set(['first', 'second']) },
  });
  expect(await ended.readEnded('bent')).toMatchObject({ sessions: new Set() });
});

it('reports all sessions that began until a given moment as ended, in whole seconds as tokens count', async () => {
  await ended.endSessions('carl', nowMs);
  expect(await ended.readEnded('carl')).toMatchObject({ allUntil: seconds, sessions: new Set() });
});

it('deletes ended sessions from the table when no older token can still be valid', async () => {
  await ended.endSession('dora', 'one', nowMs);
  await ended.endSessions('dora', nowMs);
  const items = await stored.queryPartition(keys.endedPartition('dora'));
  expect(items.map(({ ttl }) => ttl)).toEqual(Array(2).fill(seconds + 4 * accessTokenMinutes * 60));
});
