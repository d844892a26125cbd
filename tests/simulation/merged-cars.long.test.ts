import { afterAll, describe, expect, it, vi } from 'vitest';
import { randomSequence } from '#core/valuation/statistics.ts';
import { type FaultPlan, withFaults } from '#tests/support/call-faults.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { faultPlans, manyCasesMs, takesAllCases } from '#tests/support/extent.ts';
import { makeRating } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { confirmLate, storeAd } from '#tests/support/stored-car.ts';

vi.mock(import('#functions/platform/aws-call.ts'), async (load) =>
  withFaults(await load(), () => world.faults),
);

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { hasAlerts: true });
const person = await loadPeople();
const cars = await import('#functions/cars/store.ts');
const join = await import('#functions/cars/join-cars.ts');
const discover = await import('#functions/searches/followers.ts');
const routes = {
  ...(await import('#functions/cars/api.ts')),
  ...(await import('#functions/searches/api.ts')),
};
afterAll(() => {
  vi.doUnmock('#functions/platform/aws-call.ts');
  vi.resetModules();
});

let made = 0;
/** Letters alone, so that no id is taken for an ad's. */
const newId = () => `car${String(++made).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}${made}`;
const newPlate = () => `AB${String(10_000 + made)}`;
const now = () => new Date().toISOString();

type Held = { starred: Set<string>; listed: Set<string>; discovered: Set<string>; removed: Set<string> };
const nothing = (): Held => ({
  ...{ starred: new Set(), listed: new Set(), discovered: new Set(), removed: new Set() },
});
const run = { searchId: 'search', runId: 'run', now: '2026-11-21T09:00:00.000Z' };

describe('cars that turn out to be one', () => {
  const rounds = takesAllCases ? 500 : 25;
  const names = ['anna', 'bo', 'carla', 'dan'];

  it(
    'merged cars keep everybody’s stars and lists and are discovered by nobody again',
    async () => {
      const random = randomSequence(20);
      const chance = (share: number) => random() < share;
      const held = new Map(names.map((name) => [name, nothing()]));
      const lists = new Map<string, string>();
      const survivors = new Map<string, string>();
      for (const name of names) {
        const { body } = await callRoute<{ id: string }>(routes.createListRoute, {
          as: name,
          body: { name: 'L' },
        });
        lists.set(name, body.id);
      }
      const wrong: string[] = [];
      for (let round = 0; round < rounds; round++) {
        world.advance(1000 + Math.floor(random() * 60_000));
        const rows = Array.from({ length: chance(0.3) ? 3 : 2 }, newId);
        // Pictures of their own: those of many cars would say nothing.
        const hex = () =>
          Math.floor(random() * 0xffff_ffff)
            .toString(16)
            .padStart(8, '0');
        const photos = [1, 2].map((n) => ({
          ...{ small: `s${round}${n}`, large: `l${round}${n}`, blurredSmall: null, blurredLarge: null },
          hash: `${hex()}${hex()}`,
        }));
        const byPhotos = chance(0.3);
        const kind = { mileageKm: 5000 + 20_000 * round, ...(byPhotos && { photos }) };
        for (const id of rows)
          await storeAd({
            id,
            ...kind,
            source: chance(0.5) ? 'facebook' : 'dba',
            priceDkk: 80_000 + 1000 * Math.floor(random() * 20),
          });
        for (const name of names)
          for (const id of rows) {
            const mine = held.get(name)!;
            if (chance(0.3)) {
              await callRoute(routes.starCarRoute, { as: name, params: { id } });
              mine.starred.add(id);
            }
            if (chance(0.3) && mine.listed.size < 190) {
              await callRoute(routes.addToListRoute, {
                as: name,
                params: { id: lists.get(name)!, carId: id },
              });
              mine.listed.add(id);
            }
            if (chance(0.3)) {
              await cars.addDiscovery(name, { carId: id, jobId: `job${round}`, discoveredAt: now() });
              if (chance(0.2)) await callRoute(routes.removeDiscoveryRoute, { as: name, params: { id } });
              else mine.discovered.add(id);
              mine.removed.add(id);
            }
          }
        const plate = newPlate();
        if (!byPhotos) for (const id of rows) await confirmLate(id, plate);
        // In any order, one after the other or side by side.
        const order = rows.toSorted(() => random() - 0.5);
        if (chance(0.5)) await Promise.all(order.map((id) => join.joinCar(id)));
        for (const id of order) await join.joinCar(id);
        const led = await Promise.all(rows.map(async (id) => (await cars.getCar(id, null))?.car.id));
        if (new Set(led).size !== 1) wrong.push(`${rows} became ${led}`);
        const survivor = led[0]!;
        survivors.set(survivor, rows.join());
        for (const name of names) {
          const mine = held.get(name)!;
          const has = (of: ReadonlySet<string>) => rows.some((id) => of.has(id));
          const asked = rows[Math.floor(random() * rows.length)]!;
          const { body } = await person(name).car(asked);
          if (body.id !== survivor) wrong.push(`${asked} answers as ${body.id}, not ${survivor}`);
          if (body.locked || body.isStarred !== has(mine.starred)) wrong.push(`${name}’s star on ${rows}`);
          if (body.locked || (body.discovered_at !== null) !== has(mine.discovered))
            wrong.push(`${name}’s discovery of ${rows}`);
          const shown = await callRoute<{ lists: { has_car: boolean }[] }>(routes.listListsRoute, {
            ...{ as: name, query: { car: asked } },
          });
          if (shown.body.lists[0]!.has_car !== has(mine.listed)) wrong.push(`${name}’s list with ${rows}`);
          // Who had it is not given it again.
          const stored = (await cars.getCar(survivor, null))!.car;
          const found = await discover.discover({ ...run, userId: name, runId: `again${round}` }, [stored]);
          if (found.length > 0 && has(mine.removed)) wrong.push(`${name} was given ${rows} again`);
          if (found.length > 0) mine.discovered.add(survivor);
        }
      }
      expect(wrong).toEqual([]);
      for (const name of names) {
        const mine = held.get(name)!;
        const distinct = (of: ReadonlySet<string>) =>
          [...survivors.values()].filter((rows) => rows.split(',').some((id) => of.has(id))).length;
        const count = async (query: Record<string, string>) =>
          (await person(name).list(query)).body.totalCount;
        expect(await count({ view: 'starred' })).toBe(distinct(mine.starred));
        expect(await count({ view: 'discovered' })).toBe(distinct(mine.discovered));
        expect(await count({ list: lists.get(name)! })).toBe(distinct(mine.listed));
      }
      expect((await person('anna').list()).body.totalCount).toBe(rounds);
    },
    manyCasesMs,
  );

  it('a merged car can be removed from stars and lists by any of its ids', async () => {
    const [first, second] = [newId(), newId()];
    for (const id of [first, second]) await storeAd({ id }, 'WVWZZZ1KZ6W000009');
    await callRoute(routes.starCarRoute, { as: 'eva', params: { id: second } });
    await cars.addDiscovery('eva', { carId: second, jobId: 'job', discoveredAt: now() });
    const list = await callRoute<{ id: string }>(routes.createListRoute, {
      as: 'eva',
      body: { name: 'L' },
    });
    const params = { id: list.body.id, carId: second };
    await callRoute(routes.addToListRoute, { as: 'eva', params });
    await join.joinCar(first);
    const { car } = (await join.joinCar(second))!;
    expect(car.formerIds).toHaveLength(1);
    const [by] = [car.id];
    // Put on the list once more by its newer id, it still stands there once.
    await callRoute(routes.addToListRoute, { as: 'eva', params: { ...params, carId: by } });
    const { body } = await callRoute<{ lists: { count: number }[] }>(routes.listListsRoute, { as: 'eva' });
    expect(body.lists.map(({ count }) => count)).toEqual([1]);
    await callRoute(routes.unstarCarRoute, { as: 'eva', params: { id: by } });
    expect((await callRoute(routes.removeDiscoveryRoute, { as: 'eva', params: { id: by } })).status).toBe(
      200,
    );
    await callRoute(routes.removeFromListRoute, { as: 'eva', params: { ...params, carId: by } });
    expect((await person('eva').car(second)).body).toMatchObject({ isStarred: false, discovered_at: null });
    const views: Record<string, string>[] = [
      { view: 'starred' },
      { view: 'discovered' },
      { list: params.id },
    ];
    for (const query of views) expect((await person('eva').list(query)).body.totalCount).toBe(0);
  });

  it('a merged car that is locked answers like before under a former id and reveals no other id', async () => {
    const [first, second] = [newId(), newId()];
    const rating = makeRating({ deal: 'amazing' });
    await storeAd({ id: first, rating, firstSeenAt: '2026-11-01T10:00:00.000Z' }, 'WVWZZZ1KZ6W000010');
    await storeAd({ id: second, rating }, 'WVWZZZ1KZ6W000010');
    const before = (await person('frida').car(second)).body;
    for (const id of [first, second]) await join.joinCar(id);
    expect((await cars.getCar(second, null))?.car.id).toBe(first);
    expect((await person('frida').car(second)).body).toEqual(before);
    const { listing } = (await cars.getCar(first, null))!.source;
    expect((await person('frida').car(listing.id)).status).toBe(404);
  });
});

describe('when the Nth call of a merger fails, for every N', () => {
  async function pair() {
    const rows = [newId(), newId()] as const;
    const plate = newPlate();
    const stored = [];
    for (const id of rows) stored.push(await storeAd({ id }));
    for (const id of rows) await confirmLate(id, plate);
    await join.joinCar(rows[0]);
    return { rows, plate, ads: stored.map(({ listing }) => listing) };
  }

  /** What must hold of the two once somebody has looked again. */
  async function violations({ rows, plate, ads }: Awaited<ReturnType<typeof pair>>): Promise<string[]> {
    const [one, other] = await Promise.all(rows.map((id) => cars.getCar(id, null)));
    const led = [...(await cars.carIdsOf(ads, null)).values()];
    const wrong: string[] = [];
    if (one?.car.id !== other?.car.id) wrong.push(`${one?.car.id} and ${other?.car.id} are two`);
    if (led.some((id) => id !== one?.car.id)) wrong.push(`its ads lead to ${led}`);
    if (one?.car.formerIds.length !== 1) wrong.push(`it had ${one?.car.formerIds}`);
    if (one?.source.others?.length !== 1) wrong.push('an ad is missing');
    const owner = await cars.claimNumber({ kind: 'PLATECAR', value: plate }, 'nobody');
    if (owner !== one?.car.id) wrong.push(`the plate is ${owner}’s`);
    return wrong;
  }

  async function runOnce(plan?: FaultPlan): Promise<{ calls: string[]; wrong: string[] }> {
    const two = await pair();
    world.faults.begin(plan);
    await join.joinCar(two.rows[1]).catch(() => undefined);
    const calls = world.faults.end();
    world.faults.revive();
    // The message comes again.
    await join.joinCar(two.rows[1]);
    return { calls, wrong: await violations(two) };
  }

  it(
    'two cars are merged in the end, and every pointer leads to the merged one',
    async () => {
      const whole = await runOnce();
      expect(whole.wrong).toEqual([]);
      const wrong: Record<string, string[]> = {};
      for (const plan of faultPlans(whole.calls.length, 1)) {
        const { wrong: some } = await runOnce(plan);
        if (some.length > 0) wrong[`${plan.when} ${plan.nth} ${whole.calls[plan.nth - 1]}`] = some;
      }
      expect(wrong).toEqual({});
    },
    manyCasesMs,
  );
});
