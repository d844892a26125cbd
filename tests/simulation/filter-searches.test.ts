import { describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:10:00.000Z', { hasAlerts: true });
const searches = await loadSearches(world);
const person = await loadPeople();
const { createSubscriptionRoute } = await import('#functions/searches/api.ts');

type Body = { subscription: WebSubscriptionWire; code: string; error: string; details: object };
const cheapSkodas = { brand: 'Skoda', maxPrice: '100000' };
const follow = (as: string, filters: Record<string, string> = cheapSkodas, more: object = {}) =>
  callRoute<Body>(createSubscriptionRoute, {
    as,
    body: { filters, name: 'Billige Skodaer', userId: as, ...more },
  });
const panel = async (as: string) => (await searches.searchesOf(as))[0]!;
const told = async (as: string) => (await person(as).told()).filter(({ kind }) => kind !== 'plan_changed');
const discovered = async (as: string) =>
  (await person(as).list({ view: 'discovered' })).body.cars.map(({ id }) => id);

let lastId = 0;
/** A car that enters the catalog now. */
async function arrives(fields: Partial<Car> = {}): Promise<string> {
  const id = `800800${++lastId}`;
  const at = new Date().toISOString();
  await storeCar(
    makeCar({
      make: 'Skoda',
      priceDkk: 90_000,
      ...fields,
      id,
      firstSeenAt: at,
      scrapedAt: at,
      updatedAt: at,
    }),
  );
  return id;
}
async function passHour(): Promise<void> {
  await searches.passHour();
  await world.settle();
}

describe('a search of the list', () => {
  it('a search by filters reports each new matching car once, within the hour, and no other', async () => {
    await storePlan('anna', { type: 'lifetime' });
    const before = await arrives();
    world.advance(60_000);
    expect(await follow('anna')).toMatchObject({
      status: 201,
      body: {
        subscription: {
          title: 'Billige Skodaer',
          search_url: '/?brand=Skoda&maxPrice=100000',
          status: 'active',
          interval_hours: 1,
          last_run: null,
        },
      },
    });
    world.advance(60_000);
    const fits = await arrives();
    const costs = await arrives({ priceDkk: 120_000 });
    const other = await arrives({ make: 'Ford' });
    await passHour();
    expect(await told('anna')).toMatchObject([
      { kind: 'new_cars', car_id: fits, message: expect.stringContaining('“Billige Skodaer”') },
    ]);
    expect(await discovered('anna')).toEqual([fits]);
    expect([before, costs, other]).not.toContain(fits);
    expect(await panel('anna')).toMatchObject({
      status: 'active',
      last_run: { status: 'completed', cars_new: 1, failure: null },
      next_run: '2026-11-21T10:00:00.000Z',
    });
    await passHour();
    expect(await told('anna')).toHaveLength(1);
    expect(await panel('anna')).toMatchObject({ last_run: { cars_new: 0 } });
    expect(world.marketplace.visits.searches).toEqual([]);
    await searches.cancel('anna', (await panel('anna')).id);
  });

  it('a search by filters counts all cars that match now, and those of them that are new', async () => {
    await storePlan('jette', { type: 'lifetime' });
    const counts = async () => {
      const { last_run } = await panel('jette');
      return [last_run!.cars_found, last_run!.cars_new];
    };
    const saabs = { brand: 'Saab' };
    await arrives({ make: 'Saab' });
    await arrives({ make: 'Saab' });
    world.advance(86_400_000);
    await follow('jette', saabs);
    await passHour();
    expect(await counts()).toEqual([2, 0]);
    world.advance(60_000);
    await arrives({ make: 'Saab' });
    await passHour();
    expect(await counts()).toEqual([3, 1]);
    await passHour();
    expect(await counts()).toEqual([3, 0]);
    await searches.cancel('jette', (await panel('jette')).id);
  });

  it('a search by filters reports nothing twice if its schedule fires twice', async () => {
    await storePlan('bo', { type: 'lifetime' });
    await follow('bo');
    world.advance(60_000);
    await arrives();
    const time = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
    world.advance(time.getTime() - Date.now());
    for (const _fired of [1, 2]) {
      await searches.dispatch({ time: time.toISOString() });
      while (await world.deliver());
      expect(await told('bo')).toHaveLength(1);
    }
    await searches.cancel('bo', (await panel('bo')).id);
  });

  it('a run that died at one of its calls is repeated and reports each car once', async () => {
    await storePlan('cora', { type: 'lifetime' });
    // Each takes a run of its own: the first, the second, the fourth and so on.
    for (let nth = 1, runs = 1; ; nth *= 2, runs++) {
      const { body } = await follow('cora');
      world.advance(60_000);
      await arrives();
      const time = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString();
      world.advance(Date.parse(time) - Date.now());
      world.faults.begin({ nth, when: 'killed' });
      await searches.dispatch({ time }).catch(() => undefined);
      const wasReached = world.faults.end().length >= nth;
      world.faults.revive();
      await searches.dispatch({ time });
      while (await world.deliver());
      expect(await told('cora'), `killed at call ${nth}`).toHaveLength(runs);
      await searches.cancel('cora', body.subscription.id);
      if (!wasReached) break;
    }
  });

  it("a search by filters counts towards the plan's limit, and the same filters give the same search", async () => {
    const first = await follow('dina');
    expect(await follow('dina', { maxPrice: '100000', brand: 'Skoda' })).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await follow('dina', { brand: 'Ford' })).toMatchObject({
      status: 403,
      body: { code: 'limit_reached' },
    });
  });

  it('readers without premium are not told of a matching amazing deal, because filters would reveal its price', async () => {
    await storePlan('ella', { type: 'lifetime' });
    const lancias = { brand: 'Lancia' };
    await Promise.all([follow('ella', lancias), follow('finn', lancias)]);
    world.advance(60_000);
    const amazing = await arrives({ make: 'Lancia', rating: makeRating({ deal: 'amazing' }) });
    await passHour();
    await passHour();
    expect(await told('ella')).toMatchObject([{ kind: 'amazing_deal', car_id: amazing }]);
    expect(await told('finn')).toEqual([]);
    expect(await discovered('finn')).toEqual([]);
    expect(await panel('finn')).toMatchObject({ last_run: { cars_found: 0, cars_new: 0 } });
  });

  it('a search by filters ends after a week with an alert and continues when it is extended', async () => {
    await follow('gert');
    world.advance(7 * 86_400_000);
    await passHour();
    expect(await told('gert')).toMatchObject([
      { kind: 'search_expired', message: expect.stringContaining('“Billige Skodaer”') },
    ]);
    const { id, status } = await panel('gert');
    expect(status).toBe('expired');
    expect(await searches.prolong('gert', id)).toMatchObject({
      status: 200,
      body: { subscription: { status: 'active', title: 'Billige Skodaer' } },
    });
  });

  it('an extended search continues even if an index still has its old end', async () => {
    const { listEnded, listFollowers } = await import('#functions/searches/store.ts');
    await follow('inga');
    const { id } = await panel('inga');
    const [before] = await listFollowers(id);
    world.advance(86_400_000);
    await searches.prolong('inga', id);
    const ended = await listEnded(before!.endTime);
    expect(ended.filter(({ follower }) => follower.userId === 'inga')).toEqual([]);
    world.advance(7 * 86_400_000);
    await passHour();
    expect((await listFollowers(id)).filter(({ userId }) => userId === 'inga')).toEqual([]);
  });

  it.each([
    [
      'both a link and filters',
      cheapSkodas,
      { searchUrl: 'https://www.facebook.com/marketplace/odense/search?query=a' },
    ],
    ['no filter at all', {}, {}],
    ['a filter that lets everything through', { maxPrice: '1000000' }, {}],
    ['a town that is none', { place: 'Atlantis' }, {}],
  ])('a search by filters refuses %s', async (_what, filters, more) => {
    expect(await follow('hans', filters, more)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', error: expect.any(String) },
    });
  });
});
