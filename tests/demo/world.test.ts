import { describe, expect, it } from 'vitest';
import { catalogAds } from '#demo/cars/seed-catalog.ts';
import { type Ad, createWorld, stockSize } from '#demo/cars/world.ts';

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
