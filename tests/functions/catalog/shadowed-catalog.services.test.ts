import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anonymous } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { everyCard } from '#core/catalog/card-query.ts';
import { type CatalogReader, createCatalog } from '#core/catalog/catalog.ts';
import { shadowed } from '#functions/catalog/catalog.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { makeCard } from '#tests/support/make-car.ts';

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

describe('the list while an index is tried out', () => {
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
