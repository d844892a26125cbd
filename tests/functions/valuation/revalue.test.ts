import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Car, unrated } from '#core/cars/car.ts';
import type { VehicleRegister } from '#core/register/vehicle.ts';
import type { Model } from '#core/valuation/model.ts';
import { inventMarket } from '#tests/core/valuation/invented-market.ts';
import { stageCatalog } from '#tests/functions/catalog/stored-catalog.ts';
import { makeCar, makeListing, makeRating, makeVehicle } from '#tests/support/make-car.ts';

vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:00:00.000Z') });
vi.mock('#core/valuation/fit-model.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#core/valuation/fit-model.ts')>();
  return { ...original, fitModel: vi.fn(original.fitModel) };
});
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
vi.resetModules();

const catalog = await stageCatalog();
afterAll(async () => {
  await catalog.close();
  vi.doUnmock('#core/valuation/fit-model.ts');
  vi.resetModules();
});
const { fitModel } = await import('#core/valuation/fit-model.ts');
const { RegisterUnavailable } = await import('#core/register/vehicle.ts');
const { replaceServices } = await import('#functions/platform/services.ts');
const { revalueWorker: handler } = await import('#functions/valuation/workers.ts');
const { loadModel } = await import('#functions/valuation/model.ts');
const fit = vi.mocked(fitModel);
const lookup = vi.fn<VehicleRegister['lookup']>();
replaceServices({ register: async () => ({ lookup }) });
const candidate = { plate: 'ZX48217', score: -0.2, widthPx: 200 };

const scrapedAt = '2026-11-20T08:00:00.000Z';

function invent(count: number, seed: number, prefix: string): Car[] {
  return inventMarket(count, seed, prefix).map(
    ({ id, make, model, variant, title, year, mileageKm, price }) =>
      makeCar({
        id,
        make,
        model,
        variant,
        title: title!,
        year,
        mileageKm,
        priceDkk: price,
        firstRegistration: null,
        listedAt: '2026-06-01T00:00:00.000Z',
        registerState: 'no_plate',
        rating: unrated,
        scrapedAt,
        updatedAt: scrapedAt,
      }),
  );
}
for (const car of invent(130, 1, 'car')) catalog.put(car);

/** One hour later: what the last run kept in memory is looked at again. */
async function revalue(): Promise<string[]> {
  catalog.written.length = 0;
  vi.setSystemTime(Date.now() + 3600_000);
  await handler();
  return [...catalog.written];
}
const pointer = () => Buffer.from(catalog.documents.get('valuation/current.json')!).toString();

beforeEach(() => {
  fit.mockClear();
});
afterAll(() => vi.useRealTimers());

describe('hourly revaluation', () => {
  it('fits the model to the market, stores it and rates every car', async () => {
    const written = await revalue();
    expect(written).toHaveLength(130);
    const { version, offered } = JSON.parse(pointer()) as { version: string; offered: number };
    expect(offered).toBe(130);
    expect(catalog.documents.has(`valuation/${version}.json.br`)).toBe(true);
    const car = catalog.car('car7');
    expect(car.rating).toMatchObject({ source: 'model', modelVersion: version });
    expect(car.rating.avgDkk).toBeGreaterThan(car.priceDkk / 2);
    expect(car).toMatchObject({ scrapedAt, updatedAt: new Date().toISOString() });
    expect(catalog.versionOf('car7')).toBe(2);
    expect(catalog.sourceOf('car7')).toMatchObject({ foundBy: 'job' });
  });

  it('publishes the accuracy of the valuation without any car or price', async () => {
    const published = Buffer.from(catalog.documents.get('valuation/figures.json')!).toString();
    expect(JSON.parse(published)).toMatchObject({
      ...{ pool: 130, least_pool: 60, is_lent: false, fitted_on: '2026-11-21' },
      all: { cars: expect.any(Number), error: expect.any(Number), coverage: expect.any(Number) },
    });
    expect(published).not.toContain('car7');
  });

  it('does nothing while nothing has changed', async () => {
    expect(await revalue()).toEqual([]);
    expect(fit).not.toHaveBeenCalled();
  });

  it('rates again only what changed', async () => {
    const cheap = catalog.car('car9');
    catalog.put({ ...cheap, priceDkk: Math.round(cheap.rating.lowDkk! * 0.8), rating: unrated });
    expect(await revalue()).toEqual(['car9']);
    expect(catalog.car('car9').rating.deal).toBe('amazing');
    expect(fit).not.toHaveBeenCalled();
  });

  it('does not overwrite a car that an import stores at the same moment', async () => {
    const pending: Car = { ...catalog.car('car10'), registerState: 'pending' };
    catalog.put(pending, makeListing({ id: 'car10' }), candidate);
    // The register is asked between the look at a car and its write.
    lookup.mockImplementationOnce(async () => {
      catalog.put({ ...pending, registerState: 'no_plate', title: 'Stored meanwhile' });
      return null;
    });
    expect(await revalue()).toEqual([]);
    expect(catalog.car('car10').title).toBe('Stored meanwhile');
  });
});

describe('refit of the model', () => {
  /** A twentieth more cars than the last fit was offered. */
  function grow(seed: number): string[] {
    const { offered } = JSON.parse(pointer()) as { offered: number };
    const cars = invent(Math.ceil(offered * 0.06), seed, `more-${seed}-`);
    for (const car of cars) catalog.put(car);
    return cars.map(({ id }) => id);
  }

  it('keeps the last good model when a refit throws', async () => {
    const before = pointer();
    const added = grow(2);
    fit.mockImplementationOnce(() => {
      throw new Error('staged');
    });
    expect(await revalue()).toEqual(expect.arrayContaining(added));
    expect(fit).toHaveBeenCalledOnce();
    expect(pointer()).toBe(before);
    expect(catalog.car(added[0]!).rating.source).toBe('model');
  });

  it('discards a refit with worse accuracy, and does not repeat it in the next hour', async () => {
    const versionOf = () => (JSON.parse(pointer()) as { version: string }).version;
    const before = versionOf();
    fit.mockImplementationOnce(() => ({ heldBackError: 0.9, poolSize: 340 }) as Model);
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
    expect(versionOf()).toBe(before);
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
  });

  it('fits gone cars too, and rates none of them again', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const gone = invent(40, 8, 'gone').map(
      (car, place): Car => ({ ...car, availability: 'gone', goneAt: daysAgo(1 + place / 10) }),
    );
    for (const car of gone) catalog.put(car);
    fit.mockImplementationOnce(() => {
      throw new Error('staged');
    });
    const written = await revalue();
    const [pool] = fit.mock.calls[0]!;
    const learnt = pool.filter(({ id }) => id.startsWith('gone'));
    expect(learnt).toHaveLength(gone.length);
    expect(learnt.every(({ weight }) => weight! < 1)).toBe(true);
    expect(written.filter((id) => id.startsWith('gone'))).toEqual([]);
    for (const car of gone) catalog.put({ ...car, goneAt: daysAgo(400) });
  });

  it('replaces the model with a successful refit', async () => {
    const before = pointer();
    grow(3);
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
    expect(pointer()).not.toBe(before);
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
  });

  it('refits a pool of the same size after a week, since its cars may be others', async () => {
    const days = (count: number) => vi.setSystemTime(Date.now() + count * 86_400_000);
    days(5);
    await revalue();
    expect(fit).not.toHaveBeenCalled();
    days(2);
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
  });

  it.each<[string, string, Uint8Array | null]>([
    ['is of another format', '{"version":"old","offered":360}', gzipSync('{"format":0}')],
    ['is broken', '{"version":"torn","offered":360}', Buffer.from('no gzip')],
    ['is gone', '{"version":"gone","offered":360,"packing":"brotli"}', null],
    ['is gone, packed as before', '{"version":"gone","offered":360}', null],
    ['has a broken pointer', '{"vers', null],
  ])('replaces a model that %s', async (_, stored, model) => {
    catalog.documents.set('valuation/current.json', Buffer.from(stored));
    if (model) catalog.documents.set(`valuation/${JSON.parse(stored).version}.json.gz`, model);
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
    const { version } = JSON.parse(pointer()) as { version: string };
    expect(await loadModel(Date.now() + 60_000)).toMatchObject({ format: 1, version });
  });

  it('keeps using a model that is compressed with gzip, as models once were', async () => {
    const current = pointer();
    const { version, offered } = JSON.parse(current) as { version: string; offered: number };
    const text = brotliDecompressSync(catalog.documents.get(`valuation/${version}.json.br`)!);
    catalog.documents.set('valuation/former.json.gz', gzipSync(text));
    catalog.documents.set(
      'valuation/current.json',
      Buffer.from(JSON.stringify({ version: 'former', offered })),
    );
    await revalue();
    expect(fit).not.toHaveBeenCalled();
    expect(await loadModel(Date.now() + 60_000)).toMatchObject({ version });
    catalog.documents.set('valuation/current.json', Buffer.from(current));
  });

  it('replaces a model that was fitted before its accuracy was measured', async () => {
    const { version, offered } = JSON.parse(pointer()) as { version: string; offered: number };
    const packed = catalog.documents.get(`valuation/${version}.json.br`)!;
    const stored = brotliDecompressSync(packed).toString('utf8');
    const { figures, ...unmeasured } = JSON.parse(stored) as Model;
    expect(figures).toBeDefined();
    const old = { ...unmeasured, version: 'unmeasured' };
    catalog.documents.set('valuation/unmeasured.json.gz', gzipSync(JSON.stringify(old)));
    catalog.documents.set(
      'valuation/current.json',
      Buffer.from(JSON.stringify({ version: 'unmeasured', offered })),
    );
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
    await revalue();
    expect(fit).toHaveBeenCalledOnce();
  });
});

describe('cars with a pending register lookup', () => {
  const owed = makeCar({
    id: 'owed',
    plate: 'ZX48217',
    registerState: 'pending',
    horsepower: null,
    scrapedAt,
  });

  it('leaves a car as it is while the register does not answer', async () => {
    lookup.mockRejectedValue(new RegisterUnavailable('staged'));
    catalog.put(owed, makeListing({ id: 'owed', horsepower: null }), candidate);
    await revalue();
    expect(catalog.car('owed').registerState).toBe('pending');
  });

  it('builds a car again from the register’s answer', async () => {
    lookup.mockResolvedValue(makeVehicle({ plate: 'ZX48217', horsepower: 142 }));
    expect(await revalue()).toEqual(['owed']);
    expect(catalog.car('owed')).toMatchObject({
      registerState: 'found',
      plate: 'ZX48217',
      horsepower: 142,
      firstSeenAt: owed.firstSeenAt,
      scrapedAt,
      photos: owed.photos,
    });
    expect(await revalue()).toEqual([]);
  });
});

describe('cars that no visit finds any more', () => {
  it('removes an unseen car from the list with its last price, on the day it was last seen', async () => {
    const lost = makeCar({ id: 'lost', scrapedAt: '2026-10-01T08:00:00.000Z', registerState: 'no_plate' });
    catalog.put(lost);
    expect(await revalue()).toEqual(['lost']);
    expect(catalog.car('lost')).toMatchObject({
      availability: 'unseen',
      goneAt: lost.scrapedAt,
      scrapedAt: lost.scrapedAt,
      priceDkk: lost.priceDkk,
    });
    expect(await revalue()).toEqual([]);
  });

  it('keeps an unseen car listed for the configured number of days', async () => {
    catalog.put(makeCar({ id: 'rare', scrapedAt: '2026-10-01T08:00:00.000Z', registerState: 'no_plate' }));
    process.env.UNSEEN_DAYS = '90';
    await revalue();
    delete process.env.UNSEEN_DAYS;
    expect(catalog.car('rare').availability).toBe('live');
    expect(await revalue()).toEqual(['rare']);
  });
});

describe('cars with incomplete index entries of an earlier version', () => {
  it('writes a car with an incomplete index entry again', async () => {
    await revalue();
    catalog.indexInPart('car11');
    // Another format of the card: nothing that was written before is relied upon.
    catalog.documents.set('valuation/bases/current.json', Buffer.from('{"format":"1-0"}'));
    expect(await revalue()).toEqual(['car11']);
    expect(await revalue()).toEqual([]);
  });
});

describe('time on the market', () => {
  it('publishes the time on the market for models of which half were seen to go', async () => {
    const goneAt = new Date(Date.now() - 86_400_000).toISOString();
    const sold = invent(25, 9, 'sold').map(
      (car): Car => ({ ...car, make: 'Lada', model: 'Niva', availability: 'sold', goneAt }),
    );
    for (const car of sold) catalog.put(car);
    await revalue();
    const figures = JSON.parse(Buffer.from(catalog.documents.get('valuation/figures.json')!).toString());
    const days = (Date.parse(goneAt) - Date.parse(sold[0]!.listedAt!)) / 86_400_000;
    expect(figures.model_days).toEqual([
      { make: 'Lada', model: 'Niva', cars: 25, days: expect.closeTo(days, 1) },
    ]);
  });

  it('publishes how often ads came down in price', async () => {
    const [listedAt, firstSeenAt] = ['2024-10-01T08:00:00.000Z', '2024-10-01T09:00:00.000Z'];
    const cutAt = '2026-10-01T08:00:00.000Z';
    // The other cars are private sellers', and are watched for longer with each day.
    for (const car of invent(8, 9, 'cut')) {
      const askedDkk = car.priceDkk + 2_000;
      const priceHistory = [
        { at: listedAt, priceDkk: askedDkk },
        { at: cutAt, priceDkk: car.priceDkk },
      ];
      const known = { listedAt, firstSeenAt, scrapedAt: cutAt, sellerType: 'dealer' as const };
      catalog.put({ ...car, ...known, priceHistory, rating: makeRating({ avgDkk: askedDkk }) });
    }
    await revalue();
    const figures = JSON.parse(Buffer.from(catalog.documents.get('valuation/figures.json')!).toString());
    expect(figures.price_cuts).toEqual([
      {
        age: 56,
        share: 1,
        seller: 'dealer',
        cuts: 8,
        ends: 0,
        lost: 8,
        ads: 8,
        days: 8 * (730 - 56),
        endDays: 8 * (730 - 56),
      },
    ]);
  });
});
