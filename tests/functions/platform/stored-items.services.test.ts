import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportItems } from '#core/accounts/exported-item.ts';
import { type StoredFixture, storedFixture, storedFixtures } from '#tests/support/stored-fixtures.ts';
import { startTestTable } from '#tests/support/table.ts';

const table = await startTestTable();
const accounts = await import('#functions/accounts/store.ts');
const tokens = await import('#functions/accounts/token-store.ts');
const alerts = await import('#functions/alerts/store.ts');
const hunts = await import('#functions/cars/hunt-store.ts');
const looks = await import('#functions/cars/look-store.ts');
const cars = await import('#functions/cars/store.ts');
const drafts = await import('#functions/imports/draft-store.ts');
const histories = await import('#functions/imports/history-store.ts');
const jobs = await import('#functions/imports/job-store.ts');
const ownPages = await import('#functions/imports/own-page-store.ts');
const visits = await import('#functions/imports/visit-store.ts');
const live = await import('#functions/live/workers.ts');
const payments = await import('#functions/payments/store.ts');
const plates = await import('#functions/plates/store.ts');
const stored = await import('#functions/platform/table.ts');
const registers = await import('#functions/register/register.ts');
const collections = await import('#functions/searches/collection-store.ts');
const shares = await import('#functions/searches/share-store.ts');
const searches = await import('#functions/searches/store.ts');
const ownBooks = await import('#functions/valuation/own-book-store.ts');

const reader = 'reader';
const car = String((storedFixture('CAR').car as { id: string }).id);
const job = String(storedFixture('JOB').id);
const link = String(storedFixture('JOB').linkHash);

/** What only a key tells: that something was there is all that is asked of it. */
const marks = ['SEEN', 'STRIPE', 'IDEM', 'TALLY', 'GUARD', 'STATUS', 'CONN', 'TICKET', 'SOCKET', 'BUCKET'];
/** Kept by a keyed hash of an e-mail that a fixture cannot know; gone after days. */
const keyed = ['ATTEMPT', 'PASSWORDMARK', 'ERASEDUSAGE'];

/** What is kept of the register's answer: it is not asked again. */
async function keptAnswer(plate: string) {
  const asked = { lookup: () => Promise.reject(new Error('the answer was not kept')) };
  return registers
    .cacheRegister(asked, { end: async () => {} }, () => Date.parse('2026-11-01'))
    .lookup(plate);
}

/** How each other kind is read, and what is read of the item that stands in the fixtures. */
const reads: Record<string, { read: () => unknown; is: unknown }> = {
  AD: { read: () => cars.currentCarId('p-700000000000004', reader), is: storedFixture('AD').carId },
  ALERTSETTINGS: {
    read: () => alerts.getAlertSettings(reader),
    is: {
      settings: storedFixture('ALERTSETTINGS').settings,
      webhookFailures: 5,
      webhookSecret: 'webhook-secret',
    },
  },
  AUTOSEARCH: {
    read: () => searches.getSearch(reader, link),
    is: { id: link, name: null, endTime: storedFixture('AUTOSEARCH').endTime },
  },
  CAR: {
    read: () => cars.getCar(car, null),
    is: { car: storedFixture('CAR').car, source: storedFixture('CAR').source, version: 1 },
  },
  CUSTOMER: { read: () => payments.getCustomerId(reader), is: 'cus_1' },
  DRAFT: {
    read: () => drafts.listDrafts(job),
    is: [{ carId: car, stage: 'identified', listing: storedFixture('DRAFT').listing }],
  },
  ERASED: { read: () => accounts.readEnded('erased-reader'), is: { isErased: true } },
  FOLLOWER: { read: () => searches.listFollowers(link), is: [{ userId: reader, isServed: false }] },
  FOUND: { read: () => live.eventOfFound(storedFixture('FOUND') as never), is: { carIds: [car] } },
  HIDDEN: { read: () => accounts.readReader(reader), is: { hidden: new Set([car]) } },
  HISTORY: {
    read: () => histories.listHistory(reader),
    is: [{ jobId: job, status: 'failed', error_code: 'login_wall', scrape_type: 'automatic' }],
  },
  HUNT: {
    read: () => hunts.listHunt(reader),
    is: [{ carId: storedFixture('HUNT').carId, note: 'Call after five.', stage: 'written' }],
  },
  INBOX: { read: () => alerts.getReadMark(reader), is: storedFixture('INBOX').readMark },
  JOB: {
    read: () => jobs.getJob(job),
    is: { id: job, state: 'completed', done: new Set([car]), failed: new Set(['kj85cm49xbcjewcz']) },
  },
  LANE: {
    read: () => visits.takeLane(0, { holder: 'another', nowMs: 1_795_248_010_001, leaseMs: 1 }),
    is: storedFixture('LANE').ticket,
  },
  LINK: {
    read: () => searches.getLink(link),
    is: { pausedFor: 'login_wall', refusals: 3, nextRun: '2026-11-30T08:00:00.000Z' },
  },
  LIST: {
    read: () => collections.listCollections(reader, 'list'),
    is: [{ name: 'For Ida', carIds: new Set([car]) }],
  },
  LOOK: {
    async read() {
      const kind = { make: 'Škoda', model: 'Octavia', year: 2020 };
      return looks.findLooks('another', { ...kind, mileageKm: 112_000, photoHashes: [] });
    },
    is: [storedFixture('LOOK').carId],
  },
  MATCH: {
    read: () => accounts.readReader(reader),
    is: { discoveredAt: new Map([[car, storedFixture('MATCH').discoveredAt]]) },
  },
  MISSED: {
    read: () => live.eventOfMissed(storedFixture('MISSED') as never),
    is: { carIds: [car], searchId: 'browser-link-1' },
  },
  NOTE: {
    read: () => alerts.listNotifications(reader),
    is: [{ readAt: null, alert: storedFixture('NOTE').alert }],
  },
  OUTGOING: {
    read: () => alerts.takeDueOutgoing(reader, new Date('2026-12-01'), 60_000),
    is: [{ id: 'outgoing-1', done: ['push'], attempts: 2, alerts: storedFixture('OUTGOING').alerts }],
  },
  OWNER: {
    read: () => jobs.listOwners(job),
    is: [{ userId: reader, isSettled: true, chargedMonth: '2026-11' }],
  },
  CHECKED: {
    read: () =>
      plates.isPaidPlate(
        reader,
        String(storedFixture('CHECKED').plate),
        { asked: '100000 -', most: 3 },
        new Date('2026-11-22T09:00:00.000Z'),
      ),
    is: true,
  },
  ASKED: {
    read: async () => {
      const ask = (asked: string) =>
        plates.askPrice(
          reader,
          String(storedFixture('ASKED').car),
          { asked, most: 3 },
          new Date('2026-11-22'),
        );
      return [await ask('79900'), await ask('69900')];
    },
    is: [true, false],
  },
  WITNESS: {
    read: () => drafts.toWitness(storedFixture('WITNESS') as never),
    is: {
      userId: reader,
      carId: 'p-qwg62ung5aahrnq9',
      network: 'ns0-ZC.5t1QPXax2a-9Dkg5u3uJMZ',
      accountSince: '2026-01-15T12:00:00.000Z',
      sentAt: '2026-11-25T08:00:00.000Z',
      photos: ['ommL0hdH6-Mjhlh0Lsuir4MZDCeKb3Vh.webp'],
    },
  },
  WITNESSOF: {
    read: () =>
      drafts.listOtherWitnesses({ source: 'facebook', id: '700000000000004' } as never, 'somebody else'),
    // The car of that page is gone meanwhile.
    is: [],
  },
  TYPEDPLATE: {
    read: () =>
      plates.findTypedPlate(reader, [String(storedFixture('TYPEDPLATE').carId)], new Date('2026-12-01')),
    is: {
      ...{ plate: 'CX41287', typedAt: '2026-11-22T08:00:00.000Z', isOfAd: true },
      vehicle: { plate: 'CX41287', make: 'Skoda', horsepower: 150, gearbox: null },
      sender: storedFixture('TYPEDPLATE').sender,
    },
  },
  TYPEDPLATEOF: {
    read: () => plates.listTypedPlates([String(storedFixture('TYPEDPLATE').carId)], new Date('2026-12-01')),
    is: [{ plate: 'CX41287', isOfAd: true }],
  },
  PAIDHOUR: {
    read: () => visits.findPaidHour(reader),
    is: { jobId: job, startedAt: storedFixture('PAIDHOUR').startedAt },
  },
  PLATECAR: {
    read: () => cars.claimNumber({ kind: 'PLATECAR', value: 'CX41287' }, 'another'),
    is: storedFixture('PLATECAR').carId,
  },
  PARKED: {
    async read() {
      const { parkedMessages } = await import('#lib/operations/replay.ts');
      const { DynamoDBDocument } = await import('@aws-sdk/lib-dynamodb');
      const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
      return parkedMessages(DynamoDBDocument.from(new DynamoDBClient({})), table.name);
    },
    is: [{ id: 'message-1', sentAt: storedFixture('PARKED').sentAt, body: storedFixture('PARKED').body }],
  },
  PENDING: {
    read: () => alerts.listDueHappenings(reader, '2026-12-01'),
    is: [{ happenings: storedFixture('PENDING').finds }],
  },
  PICTURE: {
    read: () => looks.readPictures(['0f0f33cc55aa00ff']),
    is: new Map([['0f0f33cc55aa00ff', new Set([storedFixture('LOOK').carId])]]),
  },
  PLAN: { read: () => accounts.getPlan(reader), is: storedFixture('PLAN').plan },
  PROFILE: { read: () => accounts.getLanguage(reader), is: 'da' },
  PUSHDEVICE: {
    read: () => alerts.listPushDevices(reader),
    is: [{ id: 'device-1', keys: { p256dh: 'device-key', auth: 'device-auth' } }],
  },
  OWNBOOK: { read: () => ownBooks.getOwnBook(reader), is: { userId: reader, changed: [], model: 'v1' } },
  OWNPAGE: { read: () => ownPages.getOwnPage(reader, 'link-1'), is: storedFixture('OWNPAGE').page },
  SHOWNADS: { read: () => ownPages.getShownAds('page-1'), is: storedFixture('SHOWNADS').shown },
  TOKEN: {
    read: () => tokens.getToken(reader, 'token-1'),
    is: {
      id: 'token-1',
      name: 'My script',
      scopes: ['read'],
      hash: Buffer.from(String(storedFixture('TOKEN').hash), 'base64url'),
    },
  },
  TOKENUSE: { read: () => tokens.listTokens(reader), is: [{ id: 'token-1', lastUsedOn: '2026-11-22' }] },
  REGISTER: {
    read: () => keptAnswer((storedFixture('REGISTER').vehicle as { plate: string }).plate),
    is: storedFixture('REGISTER').vehicle,
  },
  REGISTERCALLS: {
    async read() {
      return registers.createCallBudget(() => Date.parse('2026-11-22T10:00:00Z')).begin('HM30965');
    },
    is: 'spent',
  },
  SAVED: {
    read: () => collections.listCollections(reader, 'savedSearch'),
    is: [{ filters: storedFixture('SAVED').filters }],
  },
  SEARCHLOAD: { read: () => searches.getSearchLoad(), is: storedFixture('SEARCHLOAD').load },
  SESSIONEND: {
    read: () => accounts.readEnded(reader),
    is: { isErased: false, sessions: new Set(['session-2']) },
  },
  SESSIONSEND: {
    read: () => accounts.readEnded(reader),
    is: { allUntil: storedFixture('SESSIONSEND').until },
  },
  SHAREDLIST: {
    read: () => shares.listSharedWith(reader),
    is: [{ owner: 'owner', list: 'list-9', name: null }],
  },
  SHOWN: {
    async read() {
      return stored.getItem({ pk: `LINK#${link}`, sk: 'SHOWN' });
    },
    is: { carIds: [car], lastIds: [car] },
  },
  STAR: { read: () => accounts.readReader(reader), is: { stars: new Set([car]) } },
  STRIPECUS: { read: () => payments.getPayer('cus_1'), is: reader },
  USAGE: { read: () => accounts.getScrapesUsed(reader, '2026-11'), is: 1 },
  VINCAR: {
    read: () => cars.claimNumber({ kind: 'VINCAR', value: 'WVWZZZ1KZ6W000001' }, 'another'),
    is: storedFixture('VINCAR').carId,
  },
};

const ofFirstFormat = storedFixtures.filter(({ format }) => format === 'v1');

/** As they are written since ads of two marketplaces are joined, a register tells a story, and a machine of the operator's made some of the visits. */
const now = (kind: string) => storedFixture(kind, 'v2');
const readsOfNow: Record<string, { read: () => unknown; is: unknown }> = {
  CAR: {
    read: () => cars.getCar((now('CAR').car as { id: string }).id, null),
    is: { car: now('CAR').car, source: now('CAR').source },
  },
  DRAFT: {
    read: () => drafts.listDrafts(String(now('JOB').id)),
    is: [{ stage: 'identified', listing: now('DRAFT').listing, identification: now('DRAFT').identification }],
  },
  JOB: {
    read: () => jobs.getJob(String(now('JOB').id)),
    is: { failure: 'internal', leftOut: now('JOB').leftOut, added: now('JOB').added },
  },
  HISTORY: {
    read: () => histories.listHistory('earlier'),
    is: [{ status: 'failed', error_code: 'internal' }],
  },
  LINK: {
    read: () => searches.getLink('fixturelink00000000000000000002'),
    is: { lastRun: { status: 'failed', failure: 'internal' } },
  },
  REGISTER: { read: () => keptAnswer('HM30965'), is: now('REGISTER').vehicle },
};

beforeAll(async () => {
  for (const { item } of storedFixtures) await stored.putItem(item as never);
});
afterAll(() => table.close());

describe('items stored by earlier versions', () => {
  it('has an item of an earlier version for every kind that the functions write', () => {
    const written = globSync('functions/**/*.ts').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/k?ind'?: '([A-Z]{2,})'/g)].map(([, kind]) => kind!),
    );
    expect([...new Set(written)].toSorted()).toEqual(ofFirstFormat.map(({ kind }) => kind).toSorted());
    expect([...Object.keys(reads), ...marks, ...keyed].toSorted()).toEqual([...new Set(written)].toSorted());
  });

  it.each(Object.keys(reads))(
    'reads items of the kind %s stored by earlier versions as they were meant',
    async (kind) => {
      const { read, is } = reads[kind]!;
      const answer = await read();
      if (typeof is === 'object') expect(answer).toMatchObject(is as object);
      else expect(answer).toBe(is);
    },
  );

  it.each(storedFixtures.filter(({ format }) => format === 'v2'))(
    'of $kind of the second format',
    async ({ kind }) => {
      const { read, is } = readsOfNow[kind]!;
      expect(await read()).toMatchObject(is as object);
    },
  );

  it('exports a person’s items stored by earlier versions', () => {
    const own = storedFixtures.filter(({ item }) => item.pk === `USER#${reader}`);
    const stored = own.map(({ kind, item }: StoredFixture) => ({ kind, fields: item }));
    const exported = exportItems(stored, {
      viewer: { id: reader, isPremium: true, seesEstimates: true },
      language: 'da',
      lockedCarIds: new Set(),
      marksOf: () => ({ isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' }),
    });
    expect(Object.keys(exported)).toEqual(
      expect.arrayContaining(['note', 'outgoing', 'pending', 'list', 'plan']),
    );
  });
});
