import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anonymous } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { everyCard } from '#core/catalog/card-query.ts';
import { type Catalog, type CatalogReader, createCatalog } from '#core/catalog/catalog.ts';
import { shadowed } from '#functions/catalog/catalog.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCard } from '#tests/support/make-car.ts';

describe('size of the catalog in memory', () => {
  const megabyte = 1_048_576;
  const memoryMegabytes = 1000;
  let log: ReturnType<typeof keepLog>;
  let sizes: typeof import('#functions/catalog/catalog.ts');

  beforeEach(async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', String(memoryMegabytes));
    vi.stubEnv('LOG_LEVEL', 'info');
    vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00.000Z'), toFake: ['Date'] });
    // What was said, and when, is remembered by the process.
    vi.resetModules();
    sizes = await import('#functions/catalog/catalog.ts');
    log = keepLog();
  });
  afterEach(() => {
    log.restore();
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  const catalog = (size: number, megabytes: number) =>
    ({ size, memoryBytes: megabytes * megabyte }) as Catalog;
  const told = () => log.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const counts = () => told().filter((line) => line.CatalogTooLarge === 1).length;
  const messages = () => told().flatMap(({ level, message }) => (message ? [`${level}: ${message}`] : []));

  it('logs no warning while the catalog is small and loads quickly', () => {
    sizes.watchSize(catalog(250_000, 300), 2_000);
    sizes.watchSize(catalog(250_000, 300), null);
    expect(log.lines).toEqual([]);
  });

  it.each([
    ['has many cars', catalog(250_001, 1), null],
    ['takes more than three tenths of the memory', catalog(1, 301), null],
    ['takes more than two seconds to load', catalog(1, 1), 2_001],
  ])('warns the operator when the catalog %s, and counts it for the alarm', (_, large, loadMs) => {
    sizes.watchSize(large, loadMs);
    expect(counts()).toBe(1);
    expect(messages()).toEqual(['warn: the catalog outgrows its memory']);
    expect(told()[0]).toMatchObject({
      cars: large.size,
      megabytes: Math.round(large.memoryBytes / megabyte),
      memoryShare: Number((large.memoryBytes / megabyte / memoryMegabytes).toFixed(2)),
      loadMs,
    });
  });

  it('warns about the size of the catalog once an hour', () => {
    const large = catalog(250_001, 1);
    sizes.watchSize(large, null);
    vi.setSystemTime(Date.now() + 3_599_999);
    sizes.watchSize(large, null);
    expect(counts()).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    sizes.watchSize(large, null);
    expect(counts()).toBe(2);
  });

  it('accepts no more cars at two fifths of the memory, and logs an error', () => {
    expect(sizes.hasRoom(catalog(1, 399))).toBe(true);
    expect(sizes.hasRoom(catalog(1, 400))).toBe(false);
    sizes.watchSize(catalog(1, 400), null);
    expect(messages()).toEqual(['error: the catalog is full: new cars are left out of the list']);
  });
});

describe('the list while an index is tried out', () => {
  let log: ReturnType<typeof keepLog>;
  beforeEach(() => {
    vi.stubEnv('LOG_LEVEL', 'info');
    log = keepLog();
  });
  afterEach(() => {
    log.restore();
    vi.unstubAllEnvs();
  });

  const updatedAt = '2026-11-20T10:00:00.000Z';
  const cards = ['1', '2', '3'].map((id) => makeCard({ id, updatedAt, plate: 'AB12345' }));
  const engine = (of: readonly Card[]) => createCatalog(of);
  const said = () => log.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const counted = () =>
    said().flatMap((line) =>
      ['CarIndexAgreed', 'CarIndexBehind', 'CarIndexDiffered'].filter((name) => line[name] === 1),
    );
  const ask = async (index: CatalogReader, text = '') => {
    const catalog = shadowed(engine(cards), index);
    const page = await catalog.query({ ...everyCard, text }, { ...anonymous, id: 'reader' });
    return { ids: page.cards.map(({ id }) => id), version: catalog.version };
  };
  const all = { ids: ['1', '2', '3'], version: updatedAt };

  it('counts that index and memory answer the same', async () => {
    expect(await ask(engine(cards))).toEqual(all);
    expect(counted()).toEqual(['CarIndexAgreed']);
  });

  it('answers from memory where the two differ, counts it and logs it without the search text', async () => {
    expect(await ask(engine(cards.slice(1)), 'AB12345')).toEqual(all);
    expect(counted()).toEqual(['CarIndexDiffered']);
    const [line] = said().filter(({ message }) => message !== undefined);
    expect(line).toMatchObject({ level: 'warn', cars: 3, carsOfIndex: 2, sort: 'price_asc' });
    expect(String(line!.differs).split(',')).toEqual(expect.arrayContaining(['ids', 'totalCount', 'brands']));
    expect(JSON.stringify(line)).not.toMatch(/ab12345/i);
  });

  it('does not compare answers from different moments', async () => {
    expect(
      await ask(engine([...cards, makeCard({ id: '4', updatedAt: '2026-11-20T10:00:01.000Z' })])),
    ).toEqual(all);
    expect(counted()).toEqual(['CarIndexBehind']);
  });

  it('answers from memory when the index does not answer, and tells the operator', async () => {
    const broken = { ...engine(cards), version: '', query: () => Promise.reject(new Error('no nodes')) };
    expect(await ask(broken)).toEqual(all);
    expect(counted()).toEqual(['CarIndexDiffered']);
    expect(log.lines.join('\n')).toContain('did not answer beside memory');
  });

  it('asks memory only for everything else', async () => {
    const memory = engine(cards);
    const never = new Proxy({} as CatalogReader, {
      get: () => {
        throw new Error('was asked');
      },
    });
    const catalog = shadowed(memory, never);
    expect(await catalog.counts()).toEqual(memory.counts());
    // The words of a description are searched in, and not given out.
    expect(await catalog.card('2')).toEqual({ ...cards[1], words: '' });
    expect((await catalog.currentIds(['1'])).size).toBe(0);
    expect(await catalog.similar(cards[0]!, anonymous)).toEqual(memory.similar(cards[0]!, anonymous));
  });
});
