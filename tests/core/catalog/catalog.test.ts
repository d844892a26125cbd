import { describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { everyCard } from '#core/catalog/card-query.ts';
import { createCatalog, openCatalog } from '#core/catalog/catalog.ts';
import { type TextCodec, textsPerBlock } from '#core/catalog/memory/segment.ts';
import { loadTextCodec } from '#functions/catalog/snapshots.ts';
import { makeCard } from '#tests/support/make-car.ts';
import { instant, randomCard, seeded } from '#tests/support/random-cards.ts';

/** As the functions pack the texts of a snapshot. */
const textCodec = await loadTextCodec();

const premium: Viewer = { id: 'p', isPremium: true, seesEstimates: true };
const someCards = (count: number): Card[] => {
  const random = seeded(count);
  return Array.from({ length: count }, (_, i) => randomCard(random, `9${i}`, instant(i)));
};
const chunkBytes = 20_000;

describe('the catalog in memory', () => {
  it('the catalog keeps a card without its description, whatever it contains', () => {
    const card = makeCard({
      id: '9',
      title: 'Citroën “C3” 😀\n\u0000 ½',
      foreignPrice: { amount: 12_000, currency: 'EUR' },
      photos: [
        ['a', 'b'],
        ['c', null],
      ],
    });
    const kept = { ...card, words: '' };
    const catalog = createCatalog([card]);
    expect(catalog.card('9')).toEqual(kept);
    expect(openCatalog([...catalog.snapshot(chunkBytes, textCodec)], textCodec)?.card('9')).toEqual(kept);
    expect(catalog.card('8')).toBeNull();
  });

  it('the catalog counts its cars by deal', () => {
    const catalog = createCatalog([
      makeCard({ id: '1', deal: 'amazing' }),
      makeCard({ id: '2', deal: 'fair' }),
      makeCard({ id: '3', deal: 'fair' }),
      makeCard({ id: '4', deal: 'fair', availability: 'sold' }),
    ]);
    expect(catalog.counts()).toEqual({ amazing: 1, fair: 2, poor: 0, no_estimate: 0, total: 3 });
    expect(catalog.size).toBe(3);
  });

  it('the catalog takes the last of two changes of one instant, but a removal always wins', () => {
    const card = (priceDkk: number) => makeCard({ id: '1', priceDkk, updatedAt: instant(3) });
    const gone = { id: '1', updatedAt: instant(3), isListed: false as const };
    const takenOver = (...changes: Parameters<ReturnType<typeof createCatalog>['apply']>[0][number][]) => {
      const catalog = createCatalog([makeCard({ id: '1', priceDkk: 1, updatedAt: instant(2) })]);
      catalog.apply(changes);
      return catalog.card('1')?.priceDkk ?? null;
    };
    expect([takenOver(card(5), card(6)), takenOver(card(6), card(5))]).toEqual([6, 5]);
    expect([takenOver(card(5), gone), takenOver(gone, card(5)), takenOver(gone, gone)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('the catalog never takes a private car', () => {
    const catalog = createCatalog([makeCard({ id: 'p-1', ownerId: 'somebody' })]);
    expect(catalog.size).toBe(0);
    expect(catalog.query(everyCard, premium).totalCount).toBe(0);
  });

  it('the catalog keeps the newest version of a car, and an older change never restores a removed one', () => {
    const catalog = createCatalog([makeCard({ id: '1', priceDkk: 2, updatedAt: instant(2) })]);
    catalog.apply([makeCard({ id: '1', priceDkk: 1, updatedAt: instant(1) })]);
    expect(catalog.card('1')?.priceDkk).toBe(2);
    catalog.apply([{ id: '1', updatedAt: instant(5), isListed: false }]);
    catalog.apply([makeCard({ id: '1', priceDkk: 4, updatedAt: instant(4) })]);
    expect(catalog.card('1')).toBeNull();
    expect(catalog.version).toBe(instant(5));
    const reopened = openCatalog([...catalog.snapshot(chunkBytes, textCodec)], textCodec)!;
    reopened.apply([makeCard({ id: '1', priceDkk: 4, updatedAt: instant(4) })]);
    expect(reopened.card('1')).toBeNull();
    reopened.apply([makeCard({ id: '1', priceDkk: 6, updatedAt: instant(6) })]);
    expect(reopened.card('1')?.priceDkk).toBe(6);
  });

  it('the catalog does not grow when the same cars change again and again', () => {
    const cards = someCards(200);
    const catalog = createCatalog(cards);
    const atFirst = catalog.memoryBytes;
    for (let round = 1; round <= 60; round++) {
      catalog.apply(cards.slice(0, 40).map((card) => ({ ...card, updatedAt: instant(1000 + round) })));
    }
    expect(catalog.size).toBe(200);
    expect(catalog.memoryBytes).toBeLessThan(2 * atFirst);
  });

  it('the catalog frees the memory of removed cars with its next snapshot', () => {
    const cards = someCards(200);
    const catalog = createCatalog(cards);
    const atFirst = catalog.memoryBytes;
    catalog.apply(cards.slice(0, 150).map(({ id }) => ({ id, updatedAt: instant(1000), isListed: false })));
    expect(catalog.memoryBytes).toBe(atFirst);
    const chunks = [...catalog.snapshot(chunkBytes, textCodec)];
    expect(catalog.size).toBe(50);
    expect(catalog.memoryBytes).toBeLessThan(atFirst / 2);
    expect(openCatalog(chunks, textCodec)?.size).toBe(50);
  });

  it('the catalog ignores cards that it already has', () => {
    const cards = someCards(50);
    const catalog = createCatalog(cards);
    const before = catalog.memoryBytes;
    catalog.apply(cards);
    expect(catalog.memoryBytes).toBe(before);
  });
});

describe('a snapshot', () => {
  const catalog = createCatalog(someCards(300));
  const chunks = [...catalog.snapshot(chunkBytes, textCodec)];

  it('a snapshot opens as the catalog it was made of', () => {
    const opened = openCatalog(chunks, textCodec)!;
    expect(chunks.length).toBeGreaterThan(2);
    expect(opened.version).toBe(catalog.version);
    expect(opened.query(everyCard, premium)).toEqual(catalog.query(everyCard, premium));
    expect(opened.counts()).toEqual(catalog.counts());
  });

  it('a snapshot opens from bytes at any memory offset', () => {
    const shifted = chunks.map((chunk) => {
      const room = new Uint8Array(chunk.length + 3);
      room.set(chunk, 3);
      return room.subarray(3);
    });
    expect(openCatalog(shifted, textCodec)!.query(everyCard, premium)).toEqual(
      catalog.query(everyCard, premium),
    );
  });

  it('a snapshot unpacks texts only when they are asked for, and each block once', () => {
    const unpacked: number[] = [];
    const counting: TextCodec = {
      ...textCodec,
      unpack: (packed, length) => {
        unpacked.push(length);
        return textCodec.unpack(packed, length);
      },
    };
    const many = createCatalog(someCards(3_000));
    const known = [...many.cards()][700]!.id;
    const opened = openCatalog([...many.snapshot(1 << 20, textCodec)], counting)!;
    expect(unpacked).toEqual([]);
    expect(opened.card(known)).toEqual(many.card(known));
    expect(opened.card(known)).toEqual(many.card(known));
    expect(unpacked).toHaveLength(1);
    expect([...opened.cards()]).toEqual([...many.cards()]);
    expect(unpacked).toHaveLength(Math.ceil(3_000 / textsPerBlock));
    expect(opened.memoryBytes).toBe(
      openCatalog([...opened.snapshot(1 << 20, textCodec)], textCodec)!.memoryBytes,
    );
  });

  it('a snapshot without cars opens as an empty catalog', () => {
    const empty = openCatalog([...createCatalog([]).snapshot(chunkBytes, textCodec)], textCodec)!;
    expect(empty.query(everyCard, anonymous)).toMatchObject({ totalCount: 0, totalPages: 1, cards: [] });
    empty.apply(someCards(3));
    expect(empty.size).toBe(3);
  });

  it.each<[string, (whole: Uint8Array[]) => Uint8Array[]]>([
    ['nothing at all', () => []],
    ['a chunk too few', (whole) => whole.slice(0, -1)],
    ['a chunk twice', (whole) => [...whole, whole.at(-1)!]],
    ['chunks in another order', (whole) => whole.toReversed()],
    ['a chunk cut short', ([first, ...rest]) => [first!.slice(0, -8), ...rest]],
    [
      'a chunk of another snapshot',
      ([, ...rest]) => [[...createCatalog(someCards(301)).snapshot(chunkBytes, textCodec)][0]!, ...rest],
    ],
    ['no header', ([first, ...rest]) => [new Uint8Array(first!.length), ...rest]],
    ['empty chunks', (whole) => whole.map(() => new Uint8Array(0))],
  ])('a snapshot is refused when it is %s', (_, broken) => {
    expect(openCatalog(broken(chunks), textCodec)).toBeNull();
  });
});

describe('similar cars', () => {
  const car = makeCard({ id: 'this' });
  const idsOf = (...others: Partial<Card>[]) =>
    createCatalog([car, ...others.map((fields, i) => makeCard({ id: String(i), ...fields }))])
      .similar(car, anonymous)
      .map(({ id }) => id);

  it('similar cars are of the same make, the nearest in model, year, price and mileage first', () => {
    const alike = idsOf(
      { model: 'Fabia' },
      { year: 2012 },
      { priceDkk: 160_000 },
      {},
      { make: 'Volvo' },
      { mileageKm: 250_000 },
    );
    expect(alike.slice(0, 2)).toEqual(['3', '2']);
    expect(alike.toSorted()).toEqual(['0', '1', '2', '3', '5']);
  });

  it('some years weigh less than another model, and another model less than a price 2.7 times as high', () => {
    expect(idsOf({ year: 2014 }, { model: 'Fabia' }, { year: 2012 })).toEqual(['0', '1', '2']);
    expect(idsOf({ priceDkk: 410_000 }, { model: 'Fabia' }, { priceDkk: 400_000 })).toEqual(['2', '1', '0']);
    expect(idsOf({ year: null }, { year: 2017 }, { year: 2015 })).toEqual(['1', '0', '2']);
  });

  it('a car of unknown price or mileage is half as different as one of another model', () => {
    const dearer = (factor: number) => Math.round((car.priceDkk! + 1000) * factor) - 1000;
    // Slightly less and slightly more than half: e to the power of 0.45 and of 0.55.
    for (const priceDkk of [null, 0] as Card['priceDkk'][])
      expect(idsOf({ priceDkk }, { priceDkk: dearer(1.57) }, { priceDkk: dearer(1.73) })).toEqual([
        '1',
        '0',
        '2',
      ]);
    const further = (factor: number) => Math.round((car.mileageKm! + 1000) * factor) - 1000;
    const [near, far] = [further(1.57), further(1.73)];
    expect(idsOf({ mileageKm: null }, { mileageKm: near }, { mileageKm: far })).toEqual(['1', '0', '2']);
  });

  it('similar cars exclude locked cars and the car itself, and are eight at most', () => {
    expect(idsOf({ deal: 'amazing' })).toEqual([]);
    expect(idsOf(...Array.from({ length: 20 }, () => ({})))).toHaveLength(8);
  });

  it('similar cars are found for a car that is not listed, and none for one of unknown make', () => {
    const catalog = createCatalog([makeCard({ id: '1' })]);
    expect(catalog.similar(makeCard({ id: 'gone' }), anonymous).map(({ id }) => id)).toEqual(['1']);
    expect(catalog.similar(makeCard({ id: 'x', make: null }), anonymous)).toEqual([]);
  });
});
