import { beforeAll, describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeListing, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

const ads = {
  fair: '900100000000000001',
  locked: '900100000000000002',
  annas: '900100000000000003',
  both: '900100000000000004',
  unknown: '900100000000000005',
};
const linkTo = (ad: keyof typeof ads) => `https://www.facebook.com/marketplace/item/${ads[ad]}/`;

/** Stores the car of an ad as an import or a page that was handed over would have. */
async function store(ad: keyof typeof ads, ownerId: string | null, facts: Partial<Car>): Promise<string> {
  const { carIdsOf, putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const listing = makeListing({ id: ads[ad] });
  const [id] = (await carIdsOf([listing], ownerId)).values();
  const car = makeCar({ ...facts, id: id!, ownerId });
  await transact([putCarItem(car, { listing } as never, null)]);
  return id!;
}

const stored: Record<string, string> = {};

await worldOfFile('2026-11-21T08:00:00.000Z');
const route = (await import('#functions/cars/api.ts')).listKnownCarsRoute;
beforeAll(async () => {
  stored.fair = await store('fair', null, {
    priceDkk: 100_000,
    rating: makeRating({ deal: 'fair', avgDkk: 112_340 }),
  });
  stored.locked = await store('locked', null, { rating: makeRating({ deal: 'amazing' }) });
  stored.annas = await store('annas', 'anna', { priceDkk: 50_000, rating: makeRating({ deal: 'poor' }) });
  stored.bothShared = await store('both', null, { priceDkk: 70_000, rating: makeRating({ deal: 'fair' }) });
  stored.bothOwn = await store('both', 'anna', { priceDkk: 65_000, rating: makeRating({ deal: 'fair' }) });
  await storePlan('premium', { type: 'lifetime' });
});

async function ask(as: string | undefined, links: readonly string[]) {
  const answer = await callRoute<CallResponse<'POST /api/cars/known'>>(route, {
    ...(as && { as }),
    body: { links },
  });
  return answer.status === 200 ? answer.body.cars : answer.status;
}
const idsFor = async (as: string) => {
  const cars = await ask(
    as,
    Object.keys(ads).map((ad) => linkTo(ad as keyof typeof ads)),
  );
  if (typeof cars === 'number') throw new Error(`answered ${cars}`);
  return cars.map(({ car }) => car?.id ?? null);
};

describe('the known cars of links to ads', () => {
  it('are answered in the order of the links, with unknown ads named as such', async () => {
    const links = [linkTo('unknown'), linkTo('fair'), 'https://example.invalid/', linkTo('fair')];
    const cars = await ask('bo', links);
    expect(cars).toMatchObject([
      { link: links[0], car: null },
      { link: links[1], car: { id: stored.fair, deal: 'fair', price: 100_000 } },
      { link: links[2], car: null },
      { link: links[3], car: { id: stored.fair } },
    ]);
  });

  it('have a gap to the market for a reader who may see estimates only', async () => {
    expect(await ask('bo', [linkTo('fair')])).toMatchObject([{ car: { gap: null } }]);
    expect(await ask('premium', [linkTo('fair')])).toMatchObject([{ car: { gap: -12_300 } }]);
  });

  it('leave out a car that is locked for the reader', async () => {
    expect(await ask('bo', [linkTo('locked')])).toEqual([{ link: linkTo('locked'), car: null }]);
    expect(await ask('premium', [linkTo('locked')])).toMatchObject([{ car: { id: stored.locked } }]);
  });

  it('are the reader’s own before those of the catalog, and nobody else’s', async () => {
    expect(await idsFor('anna')).toEqual([stored.fair, null, stored.annas, stored.bothOwn, null]);
    expect(await idsFor('bo')).toEqual([stored.fair, null, null, stored.bothShared, null]);
  });

  it('are told to somebody who is signed in, for sixty links at once', async () => {
    expect(await ask(undefined, [linkTo('fair')])).toBe(401);
    const links = Array.from({ length: 61 }, () => linkTo('fair'));
    expect(await ask('bo', links)).toBe(400);
    expect(await ask('bo', links.slice(1))).toHaveLength(60);
    expect(await ask('bo', [])).toBe(400);
  });
});
