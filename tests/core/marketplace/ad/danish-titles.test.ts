import { describe, expect, it, test } from 'vitest';
import { readTitle } from '#core/marketplace/ad/title.ts';
import { inventTitles, otherGoods } from './danish-titles.ts';

const read = inventTitles().map((row) => ({ ...row, read: readTitle(row.title) }));
const groups = [...Map.groupBy(read, ({ kind }) => kind)];
const share = <T>(rows: readonly T[], is: (row: T) => boolean) => rows.filter(is).length / rows.length;
type Row = (typeof read)[number];
const isMakeRight = (row: Row) => row.read.make === row.make;
const isRight = (row: Row) => isMakeRight(row) && row.read.model === row.model;
const isWrong = (row: Row) =>
  (row.read.make !== null && !isMakeRight(row)) || (row.read.model !== null && row.read.model !== row.model);

describe('Danish titles', () => {
  it('are many, of every kind', () => {
    expect(read.length).toBeGreaterThan(1_500);
    expect(new Set(read.map(({ title }) => title)).size).toBeGreaterThan(1_500);
    expect(groups.length).toBe(10);
  });

  const leastRight: Record<string, number> = { misspelt: 0.95, 'without make': 0.9 };
  it.each(groups)('%s: make and model are found as often as promised', (kind, rows) => {
    expect(share(rows, isMakeRight)).toBeGreaterThanOrEqual(kind === 'without make' ? 0.9 : 0.97);
    expect(share(rows, isRight)).toBeGreaterThanOrEqual(leastRight[kind] ?? 0.97);
    expect(rows.filter(isWrong).map(({ title }) => title).length / rows.length).toBeLessThanOrEqual(0.01);
  });

  test.each(otherGoods)('%j is no car', (title) => {
    expect(readTitle(title).make).toBeNull();
  });

  test.each([
    ['Golf7 1,4 TSI 2014', 'Volkswagen', 'Golf'],
    ['Megane4 1,5 dCi', 'Renault', 'Megane'],
    ['Citroën C4 Grand Picasso 1,6 HDi', 'Citroën', 'Grand C4 Picasso'],
    ['A3 Sportback e-tron 2016', 'Audi', 'A3'],
    ['Passat Variant 2,0 TDI', 'Volkswagen', 'Passat Variant'],
    ['BMW i3s 2019', 'BMW', 'i3'],
    ['Volvo V40 CC 2,0 D3', 'Volvo', 'V40 Cross Country'],
    ['320d Touring 2014', 'BMW', '3-serie'],
    ['C220 CDI stc', 'Mercedes-Benz', 'C-Klasse'],
    ['A4 Avant 2,0 TDI', 'Audi', 'A4'],
    ['V60 D4 2016', 'Volvo', 'V60'],
    ['XC60 2,4 D5 2012', 'Volvo', 'XC60'],
    ['308 1,6 HDi 2015', 'Peugeot', '308'],
    ['polo 1,2 tdi', 'Volkswagen', 'Polo'],
    ['leon 1,6 tdi', 'Seat', 'Leon'],
    ['Peugot 208 1,4 HDi', 'Peugeot', '208'],
    ['nissan quashqai 1,5 dci', 'Nissan', 'Qashqai'],
    ['SKODA OCTAVIIA 1,6 TDI', 'Škoda', 'Octavia'],
    ['320d BMW 184 hk', 'BMW', '3-serie'],
  ])('%j', (title, make, model) => {
    expect(readTitle(title)).toMatchObject({ make, model });
  });

  test.each(['2008 1,6', 'iPhone 308 GB', 'Note 10 2019', '2015 nysynet 1,6', 'Kia passet godt 1,6'])(
    '%j names no model',
    (title) => {
      expect(readTitle(title).model).toBeNull();
    },
  );
});
