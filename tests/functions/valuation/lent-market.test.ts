import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { learnLentMarket, lentMarketKey } from '#core/valuation/lent-market.ts';
import { inventMarket } from '#tests/core/valuation/invented-market.ts';
import { stageCatalog } from '#tests/functions/catalog/stored-catalog.ts';
import { makeListing } from '#tests/support/make-car.ts';

vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-09-21T08:00:00.000Z') });
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
vi.resetModules();
const catalog = await stageCatalog();
const { revalueWorker: handler } = await import('#functions/valuation/workers.ts');
const { loadModel } = await import('#functions/valuation/model.ts');
const { rateDraft } = await import('#functions/valuation/rate.ts');
afterAll(async () => {
  await catalog.close();
  vi.useRealTimers();
});

function lend(seed: number): void {
  const lent = learnLentMarket(inventMarket(500, seed, 'lent'), { seed: 1, version: `market ${seed}` });
  catalog.documents.set(lentMarketKey, gzipSync(JSON.stringify(lent)));
}

/** The valuation as the first import after the next hourly run finds it. */
async function nextModel() {
  vi.setSystemTime(Date.now() + 3600_000);
  await handler();
  return loadModel(Date.now() + 60_000);
}

const [first] = inventMarket(1, 9);
const { make, model, variant, title, year, price } = first!;
const listing = makeListing({
  make,
  model,
  variant,
  title: title!,
  year,
  mileage: null,
  price: { amount: price, currency: 'DKK' },
});
const rateFirst = (valuation: Awaited<ReturnType<typeof nextModel>>) =>
  rateDraft(
    { carId: 'c1', stage: 'identified', listing, identification: null },
    null,
    null,
    valuation,
    new Date().toISOString(),
  ).rating;

describe('lent market', () => {
  it('rates nothing while no market is lent to an installation without cars', async () => {
    const none = await nextModel();
    expect(none).toBeNull();
    expect(rateFirst(none).reason).toBe('small_pool');
  });

  it('continues without a lent market that cannot be read', async () => {
    catalog.documents.set(lentMarketKey, Buffer.from('no gzip'));
    expect(await nextModel()).toBeNull();
  });

  it('rates the first import by the lent market', async () => {
    lend(1);
    const valuation = await nextModel();
    expect(valuation).toMatchObject({ poolSize: 0, lent: { version: 'market 1' } });
    const rating = rateFirst(valuation);
    expect(rating).toMatchObject({ deal: 'fair', source: 'model', comparableCount: 0 });
    expect(Math.abs(rating.avgDkk! / first!.truePrice - 1)).toBeLessThan(0.15);
  });

  it('fits the model again when another market is lent, and not every hour', async () => {
    const before = (await nextModel())!.version;
    expect((await nextModel())!.version).toBe(before);
    lend(2);
    expect((await nextModel())!.lent!.version).toBe('market 2');
  });

  it('keeps its valuation when the lent market is removed before it has cars of its own', async () => {
    catalog.documents.delete(lentMarketKey);
    expect((await nextModel())?.lent?.version).toBe('market 2');
  });
});
