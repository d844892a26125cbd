import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { createRandom } from '#demo/cars/random.ts';
import { type Row, row, search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { ExtensionPerson, loadInstallation } from '#tests/support/extension-person.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// The same thirty days for people who follow their cars in four ways. Every event is planted; a person is to be told each that
// their rule asks for once, and nothing else. Each kind of person has one with premium and one without.

const days = 30;
const dayMs = 86_400_000;
/** Who presses the button does so every other day. */
const buttonDays = 2;
const startsAt = '2026-11-01T10:30:00.000Z';
/** The market rises by so much on this day: a car that asks the same becomes an amazing deal. */
const riseDay = 14;
const rise = 1.12;
const worthDkk = 130_000;
const mostDkk = 160_000;
const rule = {
  ...{ new_cars: true, amazing: true, entered: true, below_market_percent: null, gone: true },
  price_drop: { least_dkk: 3000, least_percent: null },
};

type Planted = {
  what: string;
  /** The price from each day on; null: the ad is gone. Ads of day 0 stand there when the searches begin. */
  prices: Record<number, number | null>;
  /** What is told of it, in order. */
  told: string[];
  /** Where that differs: what a filter of the list tells, which finds cars by their price. */
  toldByFilter?: string[];
  /** And what the pages of the extension tell, and those of the button, for which nobody chooses a rule. */
  toldByExtension?: string[];
  toldByButton?: string[];
  /** Once it is an amazing deal, readers without premium learn only that there is one. */
  isLocked?: true;
};

const planted: Planted[] = [
  { what: 'comes on day 2', prices: { 2: 134_000 }, told: ['new_cars'] },
  {
    what: 'falls twice',
    prices: { 0: 139_000, 4: 134_000, 9: 129_000 },
    told: ['price_drop', 'price_drop'],
  },
  {
    what: 'falls and returns, again and again',
    prices: { 0: 136_000, 5: 131_000, 7: 136_000, 10: 131_000, 12: 136_000, 20: 131_000 },
    told: ['price_drop'],
  },
  {
    what: 'rises and returns, again and again',
    prices: { 0: 131_500, 5: 136_500, 8: 131_500, 11: 136_500, 16: 131_500 },
    told: [],
  },
  { what: 'falls by one krone', prices: { 0: 137_000, 6: 136_999, 9: 136_998 }, told: [] },
  {
    what: 'is corrected',
    prices: { 0: 320_000, 6: 133_000 },
    told: [],
    toldByExtension: ['car_rated'],
    toldByButton: ['car_rated'],
    toldByFilter: ['new_cars'],
  },
  {
    what: 'falls by less than the rule asks for',
    prices: { 0: 138_000, 6: 136_000, 11: 134_000 },
    told: [],
    toldByButton: ['price_drop', 'price_drop'],
  },
  { what: 'is gone', prices: { 0: 135_000, 8: null }, told: ['car_gone'] },
  {
    what: 'falls below the filter’s highest price',
    prices: { 0: 165_000, 7: 158_000 },
    told: ['price_drop'],
    toldByFilter: ['new_cars'],
  },
  {
    what: 'becomes an amazing deal as the market rises, falls, and is gone',
    prices: { 0: 117_500, 18: 113_000, 22: null },
    told: ['amazing_deal', 'price_drop', 'car_gone'],
    isLocked: true,
  },
  // Of what stood behind the last ad that is still shown, a page of the first results tells nothing.
  { what: 'never changes', prices: { 0: 132_000 }, told: [] },
];

type Ad = { number: number; priceDkk: number };
/** The ads of a day, without those that are not there yet or any more. */
function adsOn(day: number): Ad[] {
  return planted.flatMap(({ prices }, number) => {
    const since = Object.keys(prices).map(Number);
    const last = since.findLast((from) => from <= day);
    const priceDkk = last === undefined ? null : prices[last]!;
    return priceDkk === null ? [] : [{ number, priceDkk }];
  });
}
const titleOf = (number: number) => `number ${number}`;
const kmOf = (number: number) => 98_000 + 410 * number;

/** Golfs whose prices scatter by a few per cent. */
function marketOn(now: string, factor: number): PricedCar[] {
  const random = createRandom('golfs');
  return Array.from({ length: 400 }, (_, n) => {
    const mileageKm = random.whole(60_000, 150_000);
    const log = -2.5e-6 * (mileageKm - 100_000) + 0.04 * (2 * random.next() - 1);
    return {
      ...{ id: `golf${n}`, make: 'Volkswagen', model: 'Golf', variant: '1,4 TSi 125 Comfortline 5d' },
      ...{ title: 'VW Golf VII 1,4 TSi 125 Comfortline 5d', year: 2016, month: null, mileageKm },
      ...{ fuel: 'petrol', gearbox: 'manual', horsepower: 125, engineLitres: 1.4, body: null },
      ...{ sellerType: 'dealer', region: null, newPrice: null, observedYear: yearFraction(now) },
      price: Math.round(factor * worthDkk * Math.exp(log)),
    };
  });
}

const world = await worldOfFile(startsAt, { hasAlerts: true });
const person = await loadPeople();
const searches = await loadSearches(world);
const routes = await import('#functions/searches/api.ts');
const { revalueWorker: revalue } = await import('#functions/valuation/workers.ts');

async function setMarket(factor: number): Promise<void> {
  const { saveModel } = await import('#functions/valuation/model.ts');
  const now = new Date().toISOString();
  const cars = marketOn(now, factor);
  const version = `${now.slice(0, 10)}-${factor}`;
  await saveModel(fitModel(cars, { seed: 7, version }), { offered: 0, offeredOn: now.slice(0, 10) });
  world.advance(60_000);
  await revalue();
  while (await world.deliver());
}

/** A way in which people follow cars: begins it, and shows it the ads of a day. */
type Way = {
  begin: (name: string) => Promise<void>;
  see: (name: string, ads: readonly Ad[]) => Promise<void>;
};

async function setRule(name: string): Promise<void> {
  const [found] = await searches.searchesOf(name);
  const { status } = await callRoute(routes.renameSubscriptionRoute, {
    ...{ as: name, params: { id: found!.id }, body: { rule } },
  });
  expect(status).toBe(200);
}
const rowOf = ({ number, priceDkk }: Ad): Row =>
  row({
    ...{ externalId: 8_000_000 + number, media: [], description: 'Velholdt.' },
    variant: `1,4 TSi 125 Comfortline 5d ${titleOf(number)}`,
    price: { price: priceDkk, displayPrice: `${priceDkk} kr`, unit: 'kr', priceType: 'Retail' },
    properties: { ...(row().properties as object), mileage: { displayTextLong: `${kmOf(number)} km` } },
  });

const goneAds = new Map<number, Ad>();
/** The ads as the link of a marketplace that may be visited shows them; a sold one stays for a while. */
function listingsOf(ads: readonly Ad[]): Listing[] {
  for (const ad of ads) goneAds.set(ad.number, ad);
  const sold = [...goneAds.values()].filter(({ number }) => !ads.some((ad) => ad.number === number));
  const listing = ({ number, priceDkk }: Ad, availability: Listing['availability']) => {
    const id = `9007199254${number + 100}`;
    return world.marketplace.ad({
      ...{ id, description: 'Velholdt.', availability, sellerType: 'dealer' },
      ...{ make: 'Volkswagen', model: 'Golf', variant: '1,4 TSi 125 Comfortline 5d', year: 2016 },
      title: `VW Golf VII 1,4 TSi 125 Comfortline 5d ${titleOf(number)}`,
      ...{ horsepower: 125, engineLitres: 1.4, body: null, listedAt: null },
      mileage: { km: kmOf(number), precision: 'exact' },
      price: { amount: priceDkk, currency: 'DKK' },
    });
  };
  return [...ads.map((ad) => listing(ad, 'live')), ...sold.map((ad) => listing(ad, 'sold'))];
}

const browsers = new Map<string, { browser: ExtensionPerson; ads: readonly Ad[] }>();
const ways: Record<'visit' | 'filter' | 'button' | 'extension', Way> = {
  visit: {
    async begin(name) {
      await searches.follow(name, world.marketplace.search('golf', []));
      await setRule(name);
    },
    // Both are asked for by the hour.
    see: async () => {},
  },
  filter: {
    async begin(name) {
      const body = { filters: { brand: 'Volkswagen', maxPrice: String(mostDkk) }, rule };
      expect((await callRoute(routes.createSubscriptionRoute, { as: name, body })).status).toBe(201);
    },
    see: async () => {},
  },
  button: {
    begin: async () => {},
    async see(name, ads) {
      const page = gzipSync(searchPage(ads.map(rowOf)));
      const query = { url: search, by: 'button' } as const;
      expect((await person(name).drop(page, { 'content-encoding': 'gzip' }, query)).status).toBe(202);
      await world.run();
    },
  },
  extension: {
    async begin(name) {
      const random = createRandom(name);
      const about = { name, minutes: 360, random: () => random.next() };
      const browser = new ExtensionPerson(await loadInstallation(), about, () =>
        browsers.get(name)!.ads.map(rowOf),
      );
      browsers.set(name, { browser, ads: adsOn(0) });
      await browser.begin();
      await setRule(name);
    },
    async see(name, ads) {
      const { browser } = browsers.get(name)!;
      browsers.set(name, { browser, ads });
      await browser.worker.openDue();
      const [tab] = browser.openTabs();
      for (let look = 0; tab && look < 2; look++) await browser.look(tab.id);
      await world.run();
    },
  },
};
const kinds = Object.keys(ways) as (keyof typeof ways)[];
const people = kinds.flatMap((kind) =>
  [true, false].map((hasPremium) => ({
    kind,
    hasPremium,
    name: `${kind}-${hasPremium ? 'premium' : 'free'}`,
  })),
);

type Shown = Awaited<ReturnType<Person['told']>>[number];
/** Told since this number of notifications, without that a search ends soon. */
const toldBefore = new Map<string, number>();
async function toldTo(name: string): Promise<Shown[]> {
  const told = (await person(name).told()).toReversed().slice(toldBefore.get(name));
  return told.filter(({ kind }) => kind !== 'search_ending');
}

/** An hour strikes, and whatever waited for it is told. */
async function passHour(): Promise<void> {
  await searches.passHour();
  await revalue();
  await world.settle();
}

async function begin(): Promise<void> {
  for (const { kind, hasPremium, name } of people) {
    if (hasPremium) await storePlan(name, { type: 'lifetime' });
    await ways[kind].begin(name);
  }
  world.advance(60_000);
  world.marketplace.search('golf', [listingsOf(adsOn(0))]);
  for (const { kind, name } of people) await ways[kind].see(name, adsOn(0));
  for (let hour = 0; hour < 3; hour++) await passHour();
  // That the searches find what stands there is no news of this month.
  for (const { name } of people) toldBefore.set(name, (await toldTo(name)).length);
}

async function live(day: number): Promise<void> {
  world.advance(Date.parse(startsAt) + day * dayMs - Date.now());
  if (day === riseDay) await setMarket(rise);
  const ads = adsOn(day);
  world.marketplace.search('golf', [listingsOf(ads)]);
  for (const { kind, name } of people) {
    // Searches end after a week.
    if (day % 6 === 0) for (const { id } of await searches.searchesOf(name)) await searches.prolong(name, id);
    if (kind !== 'button' || day % buttonDays === 0) await ways[kind].see(name, ads);
  }
  for (let hour = 0; hour < 2; hour++) await passHour();
}

const numberIn = ({ title }: Shown) => Number(/number (\d+)/.exec(title)?.[1] ?? -1);

describe('thirty days of people who follow their cars in four ways', () => {
  beforeAll(async () => {
    await setMarket(1);
    await begin();
    for (let day = 1; day <= days; day++) await live(day);
  }, 900_000);

  it.each(people)('$name is told every planted event once, and nothing else', async (of) => {
    const told = await toldTo(of.name);
    const ofCars = planted.map(({ what }, number) => [
      what,
      told.filter((each) => numberIn(each) === number).map(({ kind }) => kind),
    ]);
    const expected = planted.map((each) => {
      const byKind = {
        ...{ visit: each.told, filter: each.toldByFilter },
        ...{ extension: each.toldByExtension, button: each.toldByButton },
      }[of.kind];
      return [each.what, each.isLocked && !of.hasPremium ? [] : (byKind ?? each.told)];
    });
    expect(ofCars).toEqual(expected);
    const unnamed = told.filter((each) => numberIn(each) === -1);
    expect(unnamed.map(({ kind }) => kind)).toEqual(of.hasPremium ? [] : ['amazing_deal']);
    // Neither which car it is nor what it costs.
    for (const { title, message } of unnamed) expect(`${title} ${message}`).not.toMatch(/\d|Golf/);
  });
});
