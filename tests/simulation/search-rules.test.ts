import { afterEach, describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { TellRuleWire, WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:10:00.000Z', { hasAlerts: true });
const searches = await loadSearches(world);
const person = await loadPeople();
const routes = await import('#functions/searches/api.ts');
const cars = await import('#functions/cars/store.ts');

type Body = { subscription: WebSubscriptionWire; code: string };
let followed: { as: string; id: string }[] = [];
/** A make of its own for each test, so that no search finds the cars of another. */
let make = 'Make0';
let makes = 0;
afterEach(async () => {
  for (const { as, id } of followed) await searches.cancel(as, id);
  followed = [];
});

async function follow(as: string, rule?: Partial<TellRuleWire>, maxPrice = '100000'): Promise<string> {
  const full = rule && { ...usualRule('filter-'), ...rule };
  const { status, body } = await callRoute<Body>(routes.createSubscriptionRoute, {
    as,
    body: { filters: { brand: make, maxPrice }, ...(full && { rule: full }) },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  followed.push({ as, id: body.subscription.id });
  world.advance(60_000);
  return body.subscription.id;
}

const told = async (as: string) =>
  (await person(as).told())
    .filter(({ kind }) => kind !== 'plan_changed')
    .map(({ kind }) => kind)
    .reverse();

let lastId = 0;
const dated = (fields: Partial<Car>, history: Car['priceHistory']): Partial<Car> => {
  const at = new Date().toISOString();
  const { priceDkk } = fields;
  const isNew = priceDkk !== undefined && history.at(-1)?.priceDkk !== priceDkk;
  return {
    ...fields,
    priceHistory: isNew ? [...history, { at, priceDkk }] : history,
    scrapedAt: at,
    updatedAt: at,
  };
};
async function arrives(fields: Partial<Car> = {}): Promise<string> {
  const id = `car${++lastId}`;
  const rating = makeRating({ avgDkk: 95_000, lowDkk: 85_000, highDkk: 105_000 });
  const car = makeCar({
    make,
    priceDkk: 90_000,
    rating,
    id,
    firstSeenAt: new Date().toISOString(),
    ...fields,
  });
  await storeCar({ ...car, ...dated({ priceDkk: car.priceDkk }, []) });
  world.advance(60_000);
  return id;
}
/** A later visit finds the car changed; everybody is told what they asked for. */
async function changes(id: string, fields: Partial<Car>): Promise<void> {
  world.advance(60_000);
  const stored = (await cars.getCar(id, null))!;
  const car = { ...stored.car, ...dated(fields, stored.car.priceHistory) };
  if (!(await cars.storeCar(car, stored.source, stored.version))) throw new Error('outrun');
  while (await world.deliver());
}
async function passHour(): Promise<void> {
  await searches.passHour();
  await world.settle();
}
const amazing = { rating: makeRating({ deal: 'amazing', avgDkk: 120_000 }) };
const sold: Partial<Car> = { availability: 'sold', goneAt: '2026-11-22T08:00:00.000Z' };

type Replay = CallResponse<'POST /api/subscriptions/replay'> & { code?: string };
const filters = () => ({ brand: make, maxPrice: '100000' });
const replay = async (
  as: string,
  of: { id: string } | { filters: object },
  rule: Partial<TellRuleWire> = {},
) =>
  callRoute<Replay>(routes.replayRuleRoute, {
    as,
    body: { ...of, rule: { ...usualRule('filter-'), ...rule } },
  });

/** A person with premium whose search has found one car at 90.000 kr. */
async function withFoundCar(as: string, rule?: Partial<TellRuleWire>): Promise<string> {
  make = `Make${++makes}`;
  await storePlan(as, { type: 'lifetime' });
  await follow(as, rule);
  const id = await arrives();
  await passHour();
  return id;
}

describe('the rule of a search', () => {
  it('of a car that a search found, each price cut is told, and no return to an old price, krone or corrected figure', async () => {
    const id = await withFoundCar('anna');
    const steps = [95_000, 90_000, 85_000, 84_999, 80_000, 85_000, 80_000, 800_000, 80_000];
    for (const priceDkk of steps) await changes(id, { priceDkk });
    expect(await told('anna')).toEqual(['new_cars', 'price_drop', 'price_drop']);
  });

  it('a car that a search found is told when it becomes amazing, and its end only to who asked for it', async () => {
    const id = await withFoundCar('bo');
    await changes(id, amazing);
    await changes(id, sold);
    expect(await told('bo')).toEqual(['new_cars', 'amazing_deal']);

    const other = await withFoundCar('carl', { gone: true });
    await changes(other, sold);
    expect(await told('carl')).toEqual(['new_cars', 'car_gone']);
  });

  it('of a car that nobody saw any more it is told when it turns out to be sold, if its end was asked for', async () => {
    const id = await withFoundCar('yrsa', { gone: true });
    await changes(id, { availability: 'unseen', goneAt: sold.goneAt! });
    await changes(id, sold);
    expect(await told('yrsa')).toEqual(['new_cars', 'car_gone', 'car_gone']);
  });

  it('a car that stood there before is told when it comes to fit the filter, if its owner asked for such cars', async () => {
    make = `Make${++makes}`;
    const stood = await arrives({ priceDkk: 120_000 });
    const fitted = await arrives({ priceDkk: 95_000 });
    for (const as of ['eva', 'finn']) await storePlan(as, { type: 'lifetime' });
    await follow('eva', { entered: true });
    await follow('finn');
    await changes(stood, { priceDkk: 99_000 });
    await changes(fitted, { priceDkk: 94_000 });
    await passHour();
    await passHour();
    expect(await told('eva')).toEqual(['new_cars']);
    expect(await told('finn')).toEqual([]);
    await changes(stood, { priceDkk: 96_000 });
    expect(await told('eva')).toEqual(['new_cars', 'price_drop']);
  });

  it('a car is told once when it comes to lie so far below the market as the rule asks for', async () => {
    const id = await withFoundCar('gro', { new_cars: false, price_drop: null, below_market_percent: 15 });
    for (const avgDkk of [100_000, 110_000, 100_000, 110_000])
      await changes(id, { rating: makeRating({ avgDkk }) });
    expect(await told('gro')).toEqual(['below_market']);
  });

  it('a person without estimates can choose no rule by market values, and one chosen before is of no effect', async () => {
    make = `Make${++makes}`;
    await expect(follow('hans', { below_market_percent: 15 })).rejects.toThrow('forbidden');
    await storePlan('hans', { type: 'lifetime' });
    await follow('hans', { new_cars: false, price_drop: null, amazing: false, below_market_percent: 15 });
    const id = await arrives();
    await passHour();
    await storePlan('hans', { type: 'free' });
    await changes(id, { rating: makeRating({ avgDkk: 120_000 }) });
    await passHour();
    expect(await told('hans')).toEqual([]);
  });

  it('of a locked car a person without premium learns only that there is an amazing deal', async () => {
    make = `Make${++makes}`;
    await storePlan('ida', { type: 'free' });
    await follow('ida', { gone: true });
    const id = await arrives();
    // What one hour finds is told to free readers with the next.
    for (const _hour of [1, 2]) await passHour();
    await changes(id, amazing);
    await changes(id, { priceDkk: 70_000 });
    await changes(id, sold);
    await passHour();
    expect(await told('ida')).toEqual(['new_cars', 'amazing_deal']);
  });

  it('a changed rule counts from then on, and a name that changes leaves it alone', async () => {
    const id = await withFoundCar('kaj');
    const [search] = await searches.searchesOf('kaj');
    const choose = (body: object) =>
      callRoute<Body>(routes.renameSubscriptionRoute, { as: 'kaj', params: { id: search!.id }, body });
    const rule = { ...search!.rule, price_drop: null };
    expect(await choose({ rule })).toMatchObject({ status: 200, body: { subscription: { rule } } });
    expect(await choose({ name: 'Min' })).toMatchObject({ body: { subscription: { rule, name: 'Min' } } });
    await changes(id, { priceDkk: 80_000 });
    expect(await told('kaj')).toEqual(['new_cars']);
  });

  it.each([
    ['uma', '100000', '110000'],
    ['vera', '110000', '100000'],
  ])(
    'a car that a silent search found first is told by another search that finds it: %s',
    async (as, silent, telling) => {
      make = `Make${++makes}`;
      await storePlan(as, { type: 'lifetime' });
      await follow(as, { new_cars: false, amazing: false, price_drop: null }, silent);
      await follow(as, {}, telling);
      const id = await arrives();
      await passHour();
      await changes(id, { priceDkk: 85_000 });
      await changes(id, amazing);
      expect(await told(as)).toEqual(['new_cars', 'price_drop', 'amazing_deal']);
    },
  );

  it('a car of two searches that tell the same is told once', async () => {
    make = `Make${++makes}`;
    await storePlan('wim', { type: 'lifetime' });
    await follow('wim');
    await follow('wim', {}, '110000');
    const id = await arrives();
    await passHour();
    await changes(id, { priceDkk: 85_000 });
    expect(await told('wim')).toEqual(['new_cars', 'price_drop']);
  });

  it('a car that an import by hand showed before is not new, and what changes of it is told', async () => {
    make = `Make${++makes}`;
    await storePlan('xenia', { type: 'lifetime' });
    await follow('xenia');
    const id = await arrives();
    const discoveredAt = new Date().toISOString();
    await cars.addDiscovery('xenia', { carId: id, jobId: 'import0by0hand000001', discoveredAt });
    await passHour();
    expect(await told('xenia')).toEqual([]);
    await changes(id, { priceDkk: 85_000 });
    expect(await told('xenia')).toEqual(['price_drop']);
  });

  it('nothing is told of a car that has a word its owner avoids, whether it is found, changes or is sold, and the replay agrees', async () => {
    make = `Make${++makes}`;
    await storePlan('rie', { type: 'lifetime' });
    const rule = { gone: true, avoid: ['Totalskadet', 'skiftet kobling'] };
    await follow('rie', rule);
    const long = 'Velholdt bil. '.repeat(100);
    const damaged = await arrives({ description: `${long}Sælges TOTALSKADET.` });
    const repaired = await arrives({ title: 'Octavia, kobling skiftet' });
    await arrives({ description: `${long}Aldrig totalskadede.` });
    await passHour();
    await changes(damaged, { priceDkk: 80_000 });
    await changes(repaired, sold);
    expect(await told('rie')).toEqual(['new_cars']);
    expect((await replay('rie', { filters: filters() }, rule)).body.count).toBe(1);
    expect((await replay('rie', { filters: filters() }, { ...rule, avoid: [] })).body.count).toBe(5);
  });

  it('nothing is told of a car that its owner hid, starred or not, and the replay agrees', async () => {
    const { hideCar, starCar, unhideCar } = await import('#functions/accounts/store.ts');
    const id = await withFoundCar('tea', { gone: true });
    const at = new Date().toISOString();
    await starCar('tea', id, at);
    await hideCar('tea', id, at);
    await changes(id, { priceDkk: 80_000 });
    await changes(id, sold);
    expect(await told('tea')).toEqual(['new_cars']);
    expect((await replay('tea', { filters: filters() }, { gone: true })).body.count).toBe(0);
    await unhideCar('tea', id);
    expect((await replay('tea', { filters: filters() }, { gone: true })).body.count).toBe(3);
  });

  it('a search of the list finds no car that has a word to avoid among its filters', async () => {
    make = `Make${++makes}`;
    await storePlan('sif', { type: 'lifetime' });
    const avoiding = { brand: make, avoid: 'bytter' };
    const { body } = await callRoute<Body>(routes.createSubscriptionRoute, {
      as: 'sif',
      body: { filters: avoiding },
    });
    followed.push({ as: 'sif', id: body.subscription.id });
    expect(body.subscription.title).toContain('without “bytter”');
    world.advance(60_000);
    await arrives({ description: 'Bytter gerne.' });
    await arrives();
    await passHour();
    expect(await told('sif')).toEqual(['new_cars']);
    expect((await replay('sif', { filters: avoiding })).body.count).toBe(1);
  });

  it('nothing is told of a car that was removed, or whose search is muted or has ended', async () => {
    const { setDiscoveryRemoved } = cars;
    const { saveAlertSettings } = await import('#functions/alerts/store.ts');
    const { completeSettings } = await import('#core/alerts/settings.ts');
    const removed = await withFoundCar('lis');
    await setDiscoveryRemoved('lis', removed, new Date().toISOString());
    await changes(removed, { priceDkk: 80_000 });
    expect(await told('lis')).toEqual(['new_cars']);

    const muted = await withFoundCar('mia');
    await saveAlertSettings('mia', completeSettings({ muted_searches: [followed.at(-1)!.id] }), {
      newWebhookSecret: null,
      wantsMails: false,
    });
    await changes(muted, { priceDkk: 80_000 });
    expect(await told('mia')).toEqual(['new_cars']);

    const ended = await withFoundCar('nils');
    world.advance(8 * 86_400_000);
    await changes(ended, { priceDkk: 80_000 });
    expect((await told('nils')).filter((kind) => kind === 'price_drop')).toEqual([]);
  });
});

describe('the replay of a rule', () => {
  it('a replay counts what the rule would have told, with the newest three, and the same is told live', async () => {
    const id = await withFoundCar('olga', { gone: true });
    for (const priceDkk of [85_000, 84_999, 80_000]) await changes(id, { priceDkk });
    await changes(id, sold);
    const { status, body } = await replay('olga', { filters: filters() }, { gone: true });
    expect(status).toBe(200);
    expect(body.examples.map(({ kind, price, from_price }) => [kind, price, from_price])).toEqual([
      ['car_gone', 80_000, null],
      ['price_drop', 80_000, 84_999],
      ['price_drop', 85_000, 90_000],
    ]);
    expect(body.examples[0]).toMatchObject({ car_id: id, title: expect.stringContaining('Octavia') });
    expect(await told('olga')).toHaveLength(body.count);
    const { id: searchId } = followed.at(-1)!;
    expect((await replay('olga', { id: searchId }, { gone: true })).body).toEqual(body);
    expect((await replay('olga', { id: searchId }, { price_drop: null })).body).toMatchObject({ count: 1 });
  });

  it('a replay says since when it was watched, where that is less than thirty days', async () => {
    await withFoundCar('per');
    const { body } = await replay('per', { filters: filters() });
    expect(body.watched_since.slice(0, 10)).toBe('2026-11-21');
    world.advance(40 * 86_400_000);
    const later = await replay('per', { filters: filters() });
    expect(later.body).toMatchObject({ count: 0, examples: [] });
  });

  it('a replay of a link knows the cars that its owner was shown, and of a link without any that nothing was watched', async () => {
    await storePlan('rie', { type: 'lifetime' });
    const { id } = await searches.follow(
      'rie',
      'https://www.facebook.com/marketplace/odense/search?query=rie',
    );
    const begun = new Date().toISOString();
    expect((await replay('rie', { id })).body).toEqual({
      count: 0,
      watched_since: begun,
      is_complete: true,
      examples: [],
    });
    const car = await arrives();
    await cars.addDiscovery('rie', {
      carId: car,
      jobId: `${id}-490000`,
      discoveredAt: new Date().toISOString(),
      searchId: id,
    });
    await changes(car, { priceDkk: 80_000 });
    expect((await replay('rie', { id })).body).toMatchObject({ count: 2 });
    await searches.endAll();
  });

  it('a replay of a link counts nothing from before it was watched, and is not complete while it is paused', async () => {
    const { linkKey } = await import('#functions/platform/keys.ts');
    const { changeItem } = await import('#functions/platform/table.ts');
    await storePlan('ture', { type: 'lifetime' });
    const car = await arrives();
    const discoveredAt = new Date().toISOString();
    await changes(car, { priceDkk: 85_000 });
    const { id } = await searches.follow(
      'ture',
      'https://www.facebook.com/marketplace/odense/search?query=ture',
    );
    const begun = new Date().toISOString();
    await cars.addDiscovery('ture', {
      ...{ carId: car, jobId: 'import0by0hand000001', searchId: id },
      discoveredAt,
    });
    const replayed = async () => (await replay('ture', { id })).body;
    expect(await replayed()).toMatchObject({ count: 0, watched_since: begun, is_complete: true });
    await changes(car, { priceDkk: 80_000 });
    expect(await replayed()).toMatchObject({ count: 1, watched_since: begun });
    await changeItem(linkKey(id), { set: { pausedFor: 'blocked' } });
    expect(await replayed()).toMatchObject({ count: 1, is_complete: false });
    await searches.endAll();
  });

  it('a replay tells a person without premium nothing of locked cars, and refuses a rule by market values', async () => {
    make = `Make${++makes}`;
    await storePlan('siv', { type: 'free' });
    const locked = await arrives(amazing);
    const open = await arrives();
    await changes(locked, { priceDkk: 70_000 });
    await passHour();
    const { body } = await replay('siv', { filters: filters() }, { gone: true });
    expect(body.examples.map(({ car_id }) => car_id)).toEqual([open]);
    expect(body.count).toBe(1);
    expect(await replay('siv', { filters: filters() }, { below_market_percent: 5 })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it('a replay knows no search of another person, and wants either a search or filters', async () => {
    await withFoundCar('tom');
    const { id } = followed.at(-1)!;
    expect((await replay('ulla', { id })).status).toBe(404);
    expect((await replay('tom', { id, filters: filters() })).status).toBe(400);
  });
});
