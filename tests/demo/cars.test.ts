import { describe, expect, it } from 'vitest';
import { buildCar } from '#demo/cars/build-car.ts';
import { type DemoCar, demoValue, plantedKind, plantedKinds, quirks } from '#demo/cars/car.ts';
import { models } from '#demo/cars/models.ts';
import { askingSpread } from '#demo/cars/offer.ts';
import { createRandom } from '#demo/cars/random.ts';
import { catalogAds, seedCatalog } from '#demo/cars/seed-catalog.ts';
import { type Ad, createWorld, stockSize } from '#demo/cars/world.ts';

const cars = Array.from({ length: 1500 }, (_, ordinal) => buildCar(3, ordinal, 0));
const ofKind = (kind: string) => cars.filter((car) => plantedKind(car) === kind);
const ratio = (car: DemoCar) => car.askingPrice.amount / demoValue(car);

describe('the invented cars', () => {
  it('are the same for the same seed and others for another', () => {
    expect(buildCar(3, 17, 5)).toEqual(buildCar(3, 17, 5));
    expect(buildCar(4, 17, 5).id).not.toBe(buildCar(3, 17, 5).id);
  });

  it('come of about thirty makes and more than a hundred models', () => {
    expect(new Set(models.map((model) => model.make)).size).toBeGreaterThanOrEqual(30);
    expect(models.length).toBeGreaterThan(100);
    expect(new Set(cars.map((car) => `${car.make} ${car.model}`)).size).toBeGreaterThan(80);
  });

  it('have an engine that was sold in their year', () => {
    for (const car of cars) {
      expect(car.engine.from).toBeLessThanOrEqual(car.year);
      expect(car.engine.to).toBeGreaterThanOrEqual(car.year);
      expect(car.year).toBeGreaterThanOrEqual(2003);
      expect(car.year).toBeLessThanOrEqual(2025);
    }
  });

  it('share neither an id nor a plate, and plates are Danish', () => {
    expect(new Set(cars.map((car) => car.id)).size).toBe(cars.length);
    expect(new Set(cars.map((car) => car.plate)).size).toBe(cars.length);
    expect(cars.filter((car) => !/^[A-Z]{2}\d{5}$/.test(car.plate))).toEqual([]);
  });

  it('hold every planted kind and every quirk', () => {
    for (const kind of plantedKinds) expect(ofKind(kind).length, kind).toBeGreaterThan(0);
    for (const quirk of quirks)
      expect(cars.filter((car) => car.quirks.includes(quirk)).length, quirk).toBeGreaterThan(0);
  });

  it('ask 20 to 35 % under the value for a bargain, about the value for an ordinary car, far more for an overpriced one', () => {
    for (const car of ofKind('bargain')) expect(ratio(car)).toBeLessThan(0.83);
    for (const car of ofKind('bargain')) expect(ratio(car)).toBeGreaterThan(0.6);
    for (const car of ofKind('overpriced')) expect(ratio(car)).toBeGreaterThan(1.15);
    const logs = ofKind('ordinary').map((car) => Math.log(ratio(car)));
    const spread = Math.sqrt(logs.reduce((sum, log) => sum + log * log, 0) / logs.length);
    expect(spread).toBeGreaterThan(0.8 * askingSpread);
    expect(spread).toBeLessThan(1.2 * askingSpread);
  });

  it('are worth less the older they are and the farther they went', () => {
    const meanValue = (some: DemoCar[]) => some.reduce((sum, car) => sum + demoValue(car), 0) / some.length;
    const bornBetween = (from: number, to: number) =>
      cars.filter((car) => car.year >= from && car.year <= to);
    expect(meanValue(bornBetween(2020, 2025))).toBeGreaterThan(2 * meanValue(bornBetween(2012, 2016)));
    expect(meanValue(bornBetween(2012, 2016))).toBeGreaterThan(1.5 * meanValue(bornBetween(2003, 2009)));
  });

  it('have ids beyond what a number can hold where the quirk says so', () => {
    for (const car of cars.filter((one) => one.quirks.includes('big_id')))
      expect(BigInt(car.id) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
  });

  it('name year and mileage in words where the ad is a plain item', () => {
    const plain = cars.filter((car) => car.quirks.includes('plain_item') && car.kind === 'ordinary');
    for (const car of plain) expect(`${car.title} ${car.description}`).toContain(String(car.year));
    for (const car of plain) expect(car.description).toMatch(/km/);
  });
});

describe('the seeded catalog', () => {
  const at = { origin: 'http://127.0.0.1:5273', now: new Date('2026-11-21T12:00:00Z') };
  const entries = seedCatalog(3, at);

  it('reads each car as it was invented', () => {
    for (const { car, listing } of entries) {
      if (car.kind === 'motorcycle') continue;
      expect(listing.year, listing.title).toBe(car.year);
      expect(listing.fuel, listing.title).toBe(car.fuel);
      expect(listing.gearbox, listing.title).toBe(car.gearbox);
      // Who looks for a car says how far it may have gone.
      if (car.kind !== 'wanted')
        expect(Math.abs((listing.mileage?.km ?? 0) - car.mileageKm), listing.title).toBeLessThan(1100);
    }
  });

  it('finds the flag of every odd offer', () => {
    const flags = {
      leasing: 'leasing',
      ex_vat: 'ex_vat',
      odd_price: 'placeholder_price',
      motorcycle: 'not_a_car',
      foreign_price: 'foreign_currency',
      wanted: 'wanted',
      parts: 'parts',
      defect: 'defect',
    } as const;
    for (const { car, listing } of entries) {
      const flag = flags[car.kind as keyof typeof flags];
      if (flag) expect(listing.flags, listing.title).toContain(flag);
    }
  });

  it('has seen each car after it was put up, most of them lately, and some not for long', () => {
    const unseenDays = entries.map(({ car, firstSeenAt, lastSeenAt }) => {
      expect(firstSeenAt <= lastSeenAt && lastSeenAt <= at.now.toISOString()).toBe(true);
      expect(Date.parse(firstSeenAt)).toBeGreaterThan(at.now.getTime() - car.listedHoursAgo * 3_600_000);
      return (at.now.getTime() - Date.parse(lastSeenAt)) / 86_400_000;
    });
    const share = (from: number, to: number) =>
      unseenDays.filter((days) => days >= from && days < to).length / entries.length;
    expect(share(0, 1)).toBeGreaterThan(0.5);
    expect(share(7, 30)).toBeGreaterThan(0.01);
    expect(share(30, 60)).toBeGreaterThan(0.1);
  });

  it('holds figures that were no prices before the price that is asked, in some ads', () => {
    const former = entries.flatMap(({ formerPricesDkk }) => formerPricesDkk);
    for (const symbol of [1, 111_111, 123_456, 999_999]) expect(former).toContain(symbol);
    expect(entries.filter(({ formerPricesDkk }) => formerPricesDkk.length > 0).length).toBeLessThan(
      entries.length / 10,
    );
  });

  it('dates no ad in the future and gives each a photo', () => {
    for (const { car, listing, pictures } of entries) {
      if (car.quirks.includes('undated')) expect(listing.listedAt).toBeNull();
      else expect(Date.parse(listing.listedAt ?? '')).toBeLessThan(at.now.getTime());
      expect(listing.photoUrls).toHaveLength(pictures.length);
    }
  });
});

describe('a stream of choices', () => {
  it('gives each weighted item its share', () => {
    const random = createRandom('shares');
    const picked = Array.from({ length: 4000 }, () => random.pickWeighted([1, 3], (weight) => weight));
    expect(picked.filter((weight) => weight === 3).length / 4000).toBeCloseTo(0.75, 1);
  });

  it('samples different items in their order', () => {
    expect(createRandom('sample').sample([1, 2, 3, 4, 5], 5)).toEqual([1, 2, 3, 4, 5]);
  });
});

const snapshot = (ads: Ad[]) => ads.map((ad) => [ad.id, ad.price.amount, ad.oldPrice, ad.state]);

describe('the clock of the demo marketplace', () => {
  it('gives the same ads for the same seed and hour, however the hours were reached', () => {
    const [atOnce, stepwise] = [createWorld(5), createWorld(5)];
    atOnce.advance(30);
    for (let hour = 0; hour < 30; hour++) stepwise.advance(1);
    expect(snapshot(atOnce.ads())).toEqual(snapshot(stepwise.ads()));
    expect(atOnce.hour).toBe(30);
  });

  it('brings new cars every hour, the newest first', () => {
    const world = createWorld(5);
    const before = new Set(world.ads().map((ad) => ad.id));
    world.advance(1);
    const added = world.ads().filter((ad) => !before.has(ad.id));
    expect(added.length).toBeGreaterThanOrEqual(3);
    expect(world.ads().slice(0, added.length)).toEqual(expect.arrayContaining(added));
  });

  it('lowers prices, shows the old one, and never raises any', () => {
    const world = createWorld(5);
    const before = new Map(world.ads().map((ad) => [ad.id, ad.price.amount]));
    world.advance(12);
    const lowered = world.ads().filter((ad) => (before.get(ad.id) ?? ad.price.amount) > ad.price.amount);
    expect(lowered.length).toBeGreaterThan(10);
    for (const ad of lowered) expect(ad.oldPrice).toBeGreaterThan(ad.price.amount);
    expect(world.ads().filter((ad) => ad.price.amount > (before.get(ad.id) ?? Infinity))).toEqual([]);
  });

  it('has prices with a digit too many or too few, of which those with too many are put right', () => {
    const world = createWorld(5);
    const mistyped = (factor: number) =>
      world.ads().filter(({ price, car }) => price.amount === factor * car.askingPrice.amount);
    const tooMany = mistyped(10);
    expect(tooMany.length).toBeGreaterThan(0);
    expect(mistyped(0.1).length).toBeGreaterThan(0);
    world.advance(60);
    const put = tooMany.map(({ id }) => world.find(id)).filter((ad) => ad?.oldPrice !== null);
    expect(put.length).toBeGreaterThan(0);
    for (const ad of put)
      if (ad)
        expect([ad.price.amount, ad.oldPrice]).toEqual([ad.car.askingPrice.amount, 10 * ad.price.amount]);
  });

  it('shows sold cars for a while and takes them down', () => {
    const world = createWorld(5);
    const before = world.ads().map((ad) => ad.id);
    world.advance(24);
    const gone = before.filter((id) => world.isGone(id));
    expect(gone.length).toBeGreaterThan(20);
    expect(gone.every((id) => world.find(id) === null && world.carOfAd(id) !== null)).toBe(true);
    expect(world.ads().some((ad) => ad.state === 'sold')).toBe(true);
  });

  it('keeps the stock at its size', () => {
    const world = createWorld(5);
    world.advance(100);
    expect(world.ads().length).toBeGreaterThan(stockSize * 0.75);
    expect(world.ads().length).toBeLessThan(stockSize * 1.3);
  });

  it('lists some cars twice, under another id', () => {
    const plates = createWorld(5)
      .ads()
      .map((ad) => ad.car.plate);
    expect(new Set(plates).size).toBeLessThan(plates.length);
  });

  it('shares no car with the seeded catalog', () => {
    const world = createWorld(5);
    world.advance(5);
    const catalog = catalogAds(5);
    const known = new Set(catalog.flatMap((ad) => [ad.id, ad.car.plate]));
    expect(world.ads().filter((ad) => known.has(ad.id) || known.has(ad.car.plate))).toEqual([]);
  });
});
