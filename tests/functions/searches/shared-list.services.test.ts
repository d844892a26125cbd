import { beforeAll, describe, expect, it } from 'vitest';
import { exportItems } from '#core/accounts/exported-item.ts';
import { joinsPerPerson } from '#core/accounts/rate-limits.ts';
import type { SharedListWire } from '#core/contract/routes/collections.ts';
import type { CallResponse } from '#core/contract/table.ts';
import type { Plan } from '#core/payments/plan.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const premium: Partial<Plan> = { type: 'premium_monthly', currentPeriodEnd: '2026-12-21T08:00:00.000Z' };

await worldOfFile('2026-11-21T08:00:00.000Z');
const searches = await import('#functions/searches/api.ts');
const cars = await import('#functions/cars/api.ts');
const accounts = await import('#functions/accounts/store.ts');
beforeAll(async () => {
  await storeCar(makeCar({ id: 'polo', title: 'VW Polo', priceDkk: 75_000 }));
  await storeCar(makeCar({ id: 'bargain', title: 'Hidden', rating: makeRating({ deal: 'amazing' }) }));
});

type Call = Omit<RouteCall, 'as'>;
const call = <T = { code?: string }>(route: unknown, as: string, rest: Call = {}) =>
  callRoute<T>(route, { as, ...rest });

/** A list of an owner with these cars, and its link. */
async function sharedList(owner: string, carIds: readonly string[]) {
  const made = await call<{ id: string }>(searches.createListRoute, owner, { body: { name: 'For us' } });
  const list = made.body.id;
  for (const carId of carIds)
    expect((await call(searches.addToListRoute, owner, { params: { id: list, carId } })).status).toBe(200);
  return { owner, list, secret: await share(owner, list) };
}
type Link = Awaited<ReturnType<typeof sharedList>>;

async function share(owner: string, id: string): Promise<string> {
  const { body } = await call<{ secret: string }>(searches.shareListRoute, owner, {
    params: { id },
  });
  return body.secret;
}
const join = async (as: string, { owner, list, secret }: Link) =>
  (await call(searches.joinListRoute, as, { params: { owner, list }, body: { secret } })).status;
const read = (as: string, { owner, list }: Link) =>
  call<SharedListWire>(searches.readSharedListRoute, as, { params: { owner, list } });
const end = (as: string, { owner, list }: Link) =>
  call(searches.endSharingRoute, as, { params: { owner, list } });
const note = async (as: string, id: string, words: string) => {
  const body = { note: words, stage: null, day: null };
  expect((await call(cars.changeHuntRoute, as, { params: { id }, body })).status).toBe(200);
};
const listsOf = async (as: string) =>
  (await call<CallResponse<'GET /api/lists'>>(searches.listListsRoute, as)).body;
const sharedWith = async (as: string) => (await listsOf(as)).shared_with_me;

describe('a list shared with a partner', () => {
  it('shows both the list and what each wrote about its cars, and nothing about other cars', async () => {
    await storeCar(makeCar({ id: 'other' }));
    const link = await sharedList('anna', ['polo']);
    expect((await listsOf('anna')).lists).toMatchObject([{ shared: { has_partner: false } }]);
    expect(await join('bo', link)).toBe(200);
    await note('anna', 'polo', 'Call Monday.');
    await note('bo', 'polo', 'Ask about rust.');
    await note('bo', 'other', 'My own.');
    const shown = (await read('bo', link)).body;
    expect(shown).toMatchObject({ name: 'For us', is_owner: false, has_partner: true, left_out: 0 });
    expect(shown.cars).toMatchObject([
      { car: { id: 'polo' }, mine: { note: 'Ask about rust.' }, partner: { note: 'Call Monday.' } },
    ]);
    expect((await read('anna', link)).body).toMatchObject({
      is_owner: true,
      cars: [{ mine: { note: 'Call Monday.' }, partner: { note: 'Ask about rust.' } }],
    });
    expect(await sharedWith('bo')).toEqual([{ owner: 'anna', id: link.list, name: 'For us' }]);
    expect((await listsOf('anna')).lists).toMatchObject([{ shared: { has_partner: true } }]);
  });

  it('reads the notes on a car under the id that it has after a merge', async () => {
    await storeCar(makeCar({ id: 'before' }));
    const link = await sharedList('carl', ['before']);
    await join('dora', link);
    await note('dora', 'before', 'Seen at night.');
    await storeCar(makeCar({ id: 'after', formerIds: ['before'] }));
    const { putItem } = await import('#functions/platform/table.ts');
    const { carKey } = await import('#functions/platform/keys.ts');
    await putItem({ ...carKey('before'), kind: 'CAR', mergedInto: 'after' });
    await note('carl', 'after', 'Seen by day.');
    expect((await read('carl', link)).body.cars).toMatchObject([
      { car: { id: 'after' }, mine: { note: 'Seen by day.' }, partner: { note: 'Seen at night.' } },
    ]);
  });

  it.each([
    ['both', premium, premium, true],
    ['the owner alone', premium, null, false],
    ['the partner alone', null, premium, false],
    ['neither', null, null, false],
  ])(
    'shows a locked car, its notes and estimates only where premium is had by %s',
    async (who, of, with_, isShown) => {
      const [owner, partner] = [
        `owner of ${who}`.replaceAll(' ', '-'),
        `partner of ${who}`.replaceAll(' ', '-'),
      ];
      if (of) await storePlan(owner, of);
      if (with_) await storePlan(partner, with_);
      const link = await sharedList(owner, ['polo', 'bargain']);
      await join(partner, link);
      await note(owner, 'bargain', 'The Hidden one, of the owner.');
      await note(partner, 'bargain', 'The Hidden one, of the partner.');
      for (const reader of [owner, partner]) {
        const { body } = await read(reader, link);
        const text = JSON.stringify(body);
        expect(body.cars).toHaveLength(2);
        expect([/Hidden/.test(text), /bargain/.test(text)]).toEqual([isShown, isShown]);
        const polo = body.cars.find(({ car }) => car.id === 'polo')!.car;
        expect('valuation_avg' in polo && polo.valuation_avg !== null).toBe(isShown);
      }
    },
  );

  it('counts cars of the owner’s own pages, and shows neither them nor notes on them', async () => {
    await storeCar(makeCar({ id: 'p-secretcar', title: 'Walled', ownerId: 'erik' }));
    // A car of the partner's own with the same id.
    await storeCar(makeCar({ id: 'p-secretcar', title: 'Walled too', ownerId: 'fie' }));
    const link = await sharedList('erik', ['polo', 'p-secretcar']);
    await join('fie', link);
    await note('erik', 'p-secretcar', 'Mine.');
    const { body } = await read('fie', link);
    expect(body.left_out).toBe(1);
    expect(body.cars.map(({ car }) => car.id)).toEqual(['polo']);
    expect(JSON.stringify(body)).not.toMatch(/secretcar|Walled|Mine/);
  });
});

it('an export tells both that and since when a list is shared, and neither who the other is', async () => {
  const link = await sharedList('xenia', ['polo']);
  await join('yrsa', link);
  const exported = async (person: string) =>
    exportItems((await accounts.readStoredPage(person, null)).items, {
      ...{ viewer: { id: person, isPremium: false, seesEstimates: false }, language: 'en' },
      ...{ lockedCarIds: new Set(), marksOf: () => ({ isStarred: false, discoveredAt: null, lookedAt: '' }) },
    });
  const since = new Date().toISOString();
  const [owner, partner] = [await exported('xenia'), await exported('yrsa')];
  expect(owner.list).toMatchObject([{ name: 'For us', sharedSince: since, has_partner: true }]);
  expect(partner.sharedlist).toEqual([{ joined_at: since }]);
  expect(JSON.stringify(owner)).not.toMatch(/yrsa|hash/i);
  expect(JSON.stringify(partner)).not.toMatch(/xenia/);
});

describe('the link', () => {
  it('is bound to the first person who accepts it, who may open it again', async () => {
    const link = await sharedList('gerd', ['polo']);
    expect(await join('hugo', link)).toBe(200);
    expect(await join('hugo', link)).toBe(200);
    expect(await join('ines', link)).toBe(404);
    expect(await sharedWith('ines')).toEqual([]);
  });

  it('answers a wrong secret, a stranger, a taken back link and an unknown list alike', async () => {
    const link = await sharedList('jan', ['polo']);
    const answers = [
      await call(searches.joinListRoute, 'kai', {
        params: { owner: 'jan', list: link.list },
        body: { secret: 'wrong' },
      }),
      await read('kai', link),
      await read('kai', { ...link, owner: 'nobody' }),
    ];
    await end('kai', link);
    expect(await join('lea', link)).toBe(200);
    await end('jan', link);
    answers.push(await read('lea', link), await read('jan', link));
    expect(await join('lea', link)).toBe(404);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    // It is told to whoever had joined, and can be put away.
    expect(await sharedWith('lea')).toEqual([{ owner: 'jan', id: link.list, name: null }]);
    await end('lea', link);
    expect(await sharedWith('lea')).toEqual([]);
  });

  it('leads nowhere for its own owner, and its secret is stored nowhere', async () => {
    const link = await sharedList('mia', ['polo']);
    expect(await join('mia', link)).toBe(404);
    const { queryPartition } = await import('#functions/platform/table.ts');
    const { userKeys } = await import('#functions/platform/keys.ts');
    expect(JSON.stringify(await queryPartition(userKeys.partition('mia')))).not.toContain(link.secret);
  });

  it('a new one shuts out who accepted the one before', async () => {
    const link = await sharedList('nils', ['polo']);
    await join('olga', link);
    const renewed = { ...link, secret: await share('nils', link.list) };
    expect((await read('olga', link)).status).toBe(404);
    expect(await join('olga', link)).toBe(404);
    expect(await join('pia', renewed)).toBe(200);
  });

  it('leads nowhere once the partner left or the list was deleted, also when that is undone', async () => {
    const link = await sharedList('rolf', ['polo']);
    await join('sara', link);
    await end('sara', link);
    expect([await join('sara', link), (await read('rolf', link)).status]).toEqual([404, 404]);
    const again = { ...link, secret: await share('rolf', link.list) };
    await join('sara', again);
    await call(searches.deleteListRoute, 'rolf', { params: { id: link.list } });
    expect((await read('sara', again)).status).toBe(404);
    await call(searches.changeListRoute, 'rolf', { params: { id: link.list }, body: { name: 'For us' } });
    expect((await read('sara', again)).status).toBe(404);
    expect((await listsOf('rolf')).lists).toMatchObject([{ id: link.list, shared: null }]);
  });

  it('can be tried only so often in an hour', async () => {
    const link = await sharedList('tom', ['polo']);
    const answers = [];
    for (let n = 0; n <= joinsPerPerson.capacity; n++)
      answers.push(await join('una', { ...link, secret: 'x' }));
    expect(answers).toEqual([...Array(joinsPerPerson.capacity).fill(404), 429]);
    expect(await join('una', link)).toBe(429);
  });

  it('nobody shares a list that is not their own', async () => {
    const { list } = await sharedList('vera', []);
    expect((await call(searches.shareListRoute, 'willy', { params: { id: list } })).status).toBe(404);
  });
});

describe('erasing one of the two', () => {
  const traces = async (person: string) => {
    const { DynamoDBDocument } = await import('@aws-sdk/lib-dynamodb');
    const { documentClient } = await import('#functions/platform/table.ts');
    const { Items } = await DynamoDBDocument.from(documentClient).scan({
      TableName: process.env.TABLE_NAME!,
    });
    return Items!.filter((item) => JSON.stringify(item).includes(person));
  };

  it('the partner’s erasure leaves the list with its owner, shared with nobody by a link that leads nowhere', async () => {
    const link = await sharedList('owner-who-stays', ['polo']);
    await join('partner-who-goes', link);
    await note('partner-who-goes', 'polo', 'Words.');
    await accounts.deleteAccountItems('partner-who-goes');
    expect(await traces('partner-who-goes')).toEqual([]);
    expect((await listsOf('owner-who-stays')).lists).toMatchObject([
      { id: link.list, count: 1, shared: null },
    ]);
    expect(await join('somebody-else', link)).toBe(404);
  });

  it('the owner’s erasure takes the list from the partner, whose own notes stay', async () => {
    const link = await sharedList('owner-who-goes', ['polo']);
    await join('partner-who-stays', link);
    await note('partner-who-stays', 'polo', 'Words.');
    await accounts.deleteAccountItems('owner-who-goes');
    expect(await traces('owner-who-goes')).toEqual([]);
    expect((await read('partner-who-stays', link)).status).toBe(404);
    const { body } = await call<CallResponse<'GET /api/hunt'>>(cars.listHuntRoute, 'partner-who-stays');
    expect(body.cars).toMatchObject([{ note: 'Words.' }]);
  });

  it('an account that is being erased joins nothing', async () => {
    const link = await sharedList('host', ['polo']);
    await accounts.markErased({
      ...{ userId: 'leaver', customerId: null },
      erasedAt: '2026-11-21T08:00:00.000Z',
    });
    expect(await join('leaver', link)).not.toBe(200);
    expect((await listsOf('host')).lists).toMatchObject([{ shared: { has_partner: false } }]);
  });
});
