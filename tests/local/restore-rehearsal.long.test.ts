import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import { lineOf, restoreTable, type StoredItem, scanTable } from '#lib/operations/restore.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { type Search, searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { storePlan } from '#tests/support/stored-car.ts';

const readers = ['anna', 'bo', 'cleo', 'dan'];

let client: DynamoDBClient;
const tableName = () => process.env.TABLE_NAME!;

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { hasAlerts: true });
const searches = await loadSearches(world);
const { deliverWaitingWorker: flush } = await import('#functions/alerts/workers.ts');
beforeAll(async () => {
  client = new DynamoDBClient({});
});

function search(query: string, count: number): string {
  const listings = Array.from({ length: count }, (_, n) => {
    const id = `9007199254${query.length}${String(n).padStart(8, '0')}`;
    return makeListing({ id, photoUrls: [], itemUrl: `${world.photos.origin}/marketplace/item/${id}/` });
  });
  const href = searchAddress(world.photos.origin, query);
  const end: Search['end'] = {};
  world.marketplace.searches.set(href, { batches: [listings], end });
  return href;
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    while (await world.deliver());
    await flush();
  }
}

async function lines(): Promise<string[]> {
  const all: string[] = [];
  for await (const item of scanTable(client, tableName())) all.push(lineOf(item));
  return all.toSorted();
}

const told = async (id: string) => {
  const { listNotificationsRoute: handler } = await import('#functions/alerts/api.ts');
  const { body } = await callRoute<{ notifications: { id: string; title: string }[] }>(handler, {
    as: id,
    params: { id },
    query: { pageSize: '100' },
  });
  return body.notifications;
};

const carsOf = async (as: string) => {
  const { listCarsRoute: handler } = await import('#functions/cars/api.ts');
  const { status, body } = await callRoute<{ total: number }>(handler, { as, query: { view: 'discovered' } });
  expect(status).toBe(200);
  return body.total;
};

it('restoring the backup of a lost table gives the same table and sends no alert again', async () => {
  for (const [n, id] of readers.entries()) {
    await storePlan(id, { type: 'lifetime' });
    await searches.follow(id, search('golf'.repeat(n + 1), 3 + n));
  }
  await searches.passHour();
  await settle();
  const before = {
    lines: await lines(),
    mails: world.mails.length,
    cars: await Promise.all(readers.map(carsOf)),
  };
  const inboxes = await Promise.all(readers.map(told));
  expect(inboxes.every((inbox) => inbox.length > 0)).toBe(true);

  const backup: StoredItem[] = [];
  for await (const item of scanTable(client, tableName())) backup.push(item);

  // Lost as a whole, and written by something that went wrong.
  async function* wrong() {
    yield { pk: { S: 'USER#anna' }, sk: { S: 'READER#PLAN' }, kind: { S: 'WRONG' } };
  }
  await restoreTable(client, tableName(), wrong, { isWriting: true });
  await settle();
  expect(await lines()).toHaveLength(1);

  // The stream tells of what is back while the rest is still missing.
  async function* whileTheStreamTells() {
    for (const item of backup) {
      await settle();
      yield item;
    }
  }
  await restoreTable(client, tableName(), whileTheStreamTells, { isWriting: true });
  expect(await lines()).toEqual(before.lines);
  await settle();
  expect(world.mails).toHaveLength(before.mails);
  expect(await Promise.all(readers.map(told))).toEqual(inboxes);
  expect(await Promise.all(readers.map(carsOf))).toEqual(before.cars);
});
