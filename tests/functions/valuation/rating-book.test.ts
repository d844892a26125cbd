import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unrated } from '#core/cars/car.ts';
import { basisOf } from '#core/cars/rating-basis.ts';
import { shardOf } from '#core/shared.ts';
import { inventMarket } from '#tests/core/valuation/invented-market.ts';
import { stageCatalog } from '#tests/functions/catalog/stored-catalog.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCar } from '#tests/support/make-car.ts';

vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:00:00.000Z') });
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
vi.resetModules();
const catalog = await stageCatalog();
const { revalueWorker: handler } = await import('#functions/valuation/workers.ts');
const { MarketPool } = await import('#functions/valuation/model.ts');
const { packPage } = await import('#functions/valuation/rating-pages.ts');
const { refreshBook } = await import('#functions/valuation/book.ts');
const { rateBook } = await import('#functions/valuation/book.ts');
const { loadModel } = await import('#functions/valuation/model.ts');
afterAll(async () => {
  await catalog.close();
  vi.useRealTimers();
  vi.resetModules();
});

const ids = inventMarket(240, 4).map(({ id }) => id);
const invented = inventMarket(240, 4).map(({ id, make, model, variant, title, year, mileageKm, price }) =>
  makeCar({
    ...{ id, make, model, variant, title: title!, year, mileageKm, priceDkk: price },
    ...{ itemUrl: `https://example.org/${id}`, registerState: 'no_plate', rating: unrated },
    scrapedAt: '2026-11-20T08:00:00.000Z',
  }),
);
for (const car of invented) catalog.put(car);

/** One hour later; which cars were read, and which of them the week's turn asked for. */
async function nextHour(): Promise<{ read: string[]; inTurn: string[] }> {
  vi.setSystemTime(Date.now() + 3600_000);
  catalog.read.length = 0;
  catalog.written.length = 0;
  await handler();
  const hour = Math.floor(Date.now() / 3600_000) % 168;
  return { read: [...new Set(catalog.read)], inTurn: ids.filter((id) => shardOf(id, 168) === hour) };
}
const pagesKey = 'valuation/bases/current.json';
const pointer = () => JSON.parse(Buffer.from(catalog.documents.get(pagesKey)!).toString());

describe('the rating book', () => {
  it('reads the whole market once, and then only changed cars and those due in their weekly turn', async () => {
    expect((await nextHour()).read.toSorted()).toEqual(ids.toSorted());
    expect(catalog.written).toHaveLength(240);
    for (let hour = 0; hour < 5; hour++) {
      const { read, inTurn } = await nextHour();
      expect(read.toSorted()).toEqual(inTurn.toSorted());
      expect(catalog.written).toEqual([]);
    }
    const changed = catalog.car(ids[3]!);
    catalog.put({ ...changed, priceDkk: Math.round(changed.rating.lowDkk! * 0.8) });
    const { read, inTurn } = await nextHour();
    expect(new Set(read)).toEqual(new Set([ids[3]!, ...inTurn]));
    expect(catalog.written).toEqual([ids[3]]);
  });

  it('reads every car once a week, also unchanged ones', async () => {
    const read = new Set<string>();
    for (let hour = 0; hour < 168; hour++) for (const id of (await nextHour()).read) read.add(id);
    expect(read.size).toBe(240);
  }, 120_000);

  it('contains within a day all cars of the index, whatever changes it was told of', async () => {
    const untold = { ...catalog.car(ids[6]!), id: 'restored', itemUrl: 'https://example.org/restored' };
    const { comparedAt } = pointer();
    catalog.remove(ids[5]!);
    // As a restore of the table brings it back: with the stamp it had.
    catalog.put(untold, undefined, null, '2026-11-20T08:00:00.000Z');
    const carsByHour: number[] = [];
    while (pointer().comparedAt === comparedAt) {
      carsByHour.push(pointer().cars);
      await nextHour();
    }
    expect(new Set(carsByHour)).toEqual(new Set([240]));
    expect(pointer().cars).toBe(240);
    catalog.remove('restored');
    for (let hour = 0; hour < 24; hour++) await nextHour();
    expect(pointer().cars).toBe(239);
  }, 120_000);

  it('misses no change after the clock was set back', async () => {
    vi.setSystemTime(Date.now() + 100 * 3600_000);
    await nextHour();
    vi.setSystemTime(Date.now() - 101 * 3600_000);
    const changed = catalog.car(ids[9]!);
    catalog.put({ ...changed, priceDkk: Math.round(changed.rating.lowDkk! * 0.8) });
    expect((await nextHour()).read).toContain(ids[9]);
    expect(catalog.written).toContain(ids[9]);
  });

  it('names the generation that was written last, and starts again where that is incomplete', async () => {
    const { generation } = pointer();
    await nextHour();
    const { generation: next, run, pages } = pointer();
    expect([next, pages]).toEqual([generation === 'a' ? 'b' : 'a', 1]);
    const key = `valuation/bases/${next}/0`;
    expect(Buffer.from(catalog.documents.get(key)!).toString('utf8', 0, run.length)).toBe(run);
    // Another run has written its page over this one.
    catalog.documents.set(key, Buffer.from('another run\n'));
    const log = keepLog();
    const { read } = await nextHour();
    log.restore();
    expect(log.lines.join()).toContain('could not be read: every car is read again');
    expect(read.length).toBe(239);
    expect(catalog.written).toEqual([]);
  });
});

describe('a run without time for all pages', () => {
  beforeEach(() => void vi.spyOn(performance, 'now'));
  afterEach(() => vi.mocked(performance.now).mockRestore());

  it('leaves unread pages to the next run, which begins with them', async () => {
    const model = await loadModel(Date.now() + 60_000);
    const now = new Date().toISOString();
    const page = () => packPage([basisOf(makeCar({ id: 'x', scrapedAt: now }), null)]);
    const book = {
      ...{ pages: [page(), page(), page()], cars: 3, readUpTo: now, comparedAt: now, nextPage: 2 },
      generation: 'a' as const,
    };
    const times = [0, 1, 9];
    vi.mocked(performance.now).mockImplementation(() => times.shift() ?? 9);
    await rateBook(book, model, now, 5);
    expect(book.nextPage).toBe(1);
  });
});

describe('a run without time to read all cars', () => {
  beforeEach(() => void vi.spyOn(performance, 'now'));
  afterEach(() => vi.mocked(performance.now).mockRestore());
  /** Passes the end of its time when it has looked at the clock so often. */
  const endAfter = (looks: number) =>
    vi.mocked(performance.now).mockImplementation(() => (looks-- > 0 ? 0 : 3600_000));

  it('fills a new book page by page, each run reading what earlier ones did not', async () => {
    const book = {
      ...{ pages: [1, 2, 3].map(() => packPage([])), cars: 0, readUpTo: null, comparedAt: null, nextPage: 0 },
      generation: 'a' as const,
    };
    const indexed = ids.filter((id) => id !== ids[5]);
    const ofPage = (page: number) => indexed.filter((id) => shardOf(id, 3) === page);
    for (const [page, looks] of [1, 2, 3].entries()) {
      // Besides what is missing, each hour reads the cars of the book whose turn of the week it is.
      vi.setSystemTime(Date.now() + 3600_000);
      const now = new Date().toISOString();
      const hour = Math.floor(Date.now() / 3600_000) % 168;
      const inTurn = ids.filter((id) => shardOf(id, 168) === hour && shardOf(id, 3) < page);
      catalog.read.length = 0;
      const seen: string[] = [];
      endAfter(looks);
      const { changes, isComplete } = await refreshBook(book, now, ({ id }) => seen.push(id), 5);
      expect(changes).toBe(239);
      expect(new Set(catalog.read)).toEqual(new Set([...ofPage(page), ...inTurn]));
      expect(seen).toHaveLength(
        ofPage(0).length + (page > 0 ? ofPage(1).length : 0) + (page > 1 ? ofPage(2).length : 0),
      );
      expect(book.cars).toBe(seen.length);
      expect([isComplete, book.readUpTo, book.comparedAt]).toEqual(
        page === 2 ? [true, now, now] : [false, null, null],
      );
    }
  });

  it('keeps the valuation and figures of the whole market, and sees the same changes again', async () => {
    const { readUpTo, cars } = pointer();
    const added = { ...catalog.car(ids[6]!), id: 'added', itemUrl: 'https://example.org/added' };
    catalog.put(added);
    const documents = new Map(catalog.documents);
    endAfter(1);
    await nextHour();
    expect(pointer()).toMatchObject({ readUpTo, cars });
    for (const [key, bytes] of documents)
      if (!key.startsWith('valuation/bases/')) expect(catalog.documents.get(key)).toBe(bytes);
    vi.mocked(performance.now).mockReturnValue(0);
    expect((await nextHour()).read).toContain('added');
    expect(pointer()).toMatchObject({ readUpTo: new Date().toISOString(), cars: cars + 1 });
    catalog.remove('added');
  });
});

describe('a market with more cars than a fit can use', () => {
  const now = '2026-11-21T00:00:00.000Z';
  const of = (model: string, count: number, fields: object = {}) =>
    Array.from({ length: count }, (_, i) =>
      basisOf(
        makeCar({
          ...{ id: `${model}-${i}`, itemUrl: `https://example.org/${model}/${i}`, model, ...fields },
        }),
        null,
      ),
    );
  const bases = [
    ...of('Golf', 400),
    ...of('Polo', 300),
    ...of('Lupo', 12),
    ...of('Gone', 50, { availability: 'gone', goneAt: '2026-11-01T00:00:00.000Z' }),
  ];
  const book = {
    ...{ pages: [packPage(bases)], cars: bases.length, readUpTo: now, comparedAt: now, nextPage: 0 },
    generation: 'a' as const,
  };
  const poolOf = (most: number) => {
    const market = new MarketPool(now, most);
    for (const basis of bases) market.see(basis);
    return market.of(book);
  };
  const countsOf = (most: number) => {
    const cars = poolOf(most).read();
    return Object.fromEntries(
      [...Map.groupBy(cars, ({ model }) => model!)].map(([model, own]) => [model, own.length]),
    );
  };

  it('fits all cars that fit, and gone cars as far as there is room', () => {
    expect(countsOf(1000)).toEqual({ Golf: 400, Polo: 300, Lupo: 12, Gone: 50 });
    expect(countsOf(722)).toEqual({ Golf: 400, Polo: 300, Lupo: 12, Gone: 10 });
    expect([poolOf(1000).size, poolOf(722).size, poolOf(300).size]).toEqual([762, 722, 712]);
  });

  it('fits a part of a larger market, rare models whole, with the same cars in every run', () => {
    const { Golf, Polo, ...counts } = countsOf(212);
    for (const count of [Golf!, Polo!]) {
      expect(count).toBeGreaterThan(80);
      expect(count).toBeLessThan(120);
    }
    expect(counts).toEqual({ Lupo: 12 });
    expect(poolOf(212).read()).toEqual(poolOf(212).read());
  });
});
