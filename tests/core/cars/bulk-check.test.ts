import { describe, expect, it } from 'vitest';
import { bulkAnswer, bulkCells, bulkColumns, bulkErrors, readBulkRows } from '#core/cars/bulk-check.ts';

const lines = (...rows: string[][]) => rows.map((cells, n) => ({ line: n + 1, cells }));
const typed = (price: string, mileage = '') =>
  readBulkRows(lines(['plate', 'price', 'km'], ['AB12345', price, mileage]))![0];

describe('the rows of a file of cars', () => {
  it.each([
    [['Number plate', 'Price (kr.)', 'km']],
    [['Nummerplade', 'Pris (kr.)', 'Kilometertal (km)']],
    [['Reg.nr.', 'KONTANTPRIS', 'Kilometerstand']],
    [['plate', 'asking price', 'mileage']],
  ])('are found by the headings %j', (headings) => {
    expect(readBulkRows(lines(headings, ['ab 12 345', '84.900', '120000']))).toEqual([
      {
        ...{ line: 2, plate: 'ab 12 345', error: null },
        typed: { plate: 'AB12345', priceDkk: 84_900, mileageKm: 120_000 },
      },
    ]);
  });

  it('may stand among other columns in any order, and lack price and mileage', () => {
    expect(readBulkRows(lines(['Lot', 'Pris', 'Nummerplade'], ['7', '90000', 'AB12345']))![0]!.typed).toEqual(
      { plate: 'AB12345', priceDkk: 90_000, mileageKm: null },
    );
    expect(readBulkRows(lines(['nummerplade'], ['AB12345']))![0]!.typed).toEqual({
      plate: 'AB12345',
      priceDkk: null,
      mileageKm: null,
    });
  });

  it('are plate, price and mileage where the file has no headings', () => {
    expect(readBulkRows(lines(['AB12345', '90000', '1000']))).toMatchObject([
      { line: 1, typed: { plate: 'AB12345', priceDkk: 90_000, mileageKm: 1000 } },
    ]);
  });

  it('are none in a file without a column of number plates', () => {
    expect(readBulkRows([])).toBeNull();
    expect(readBulkRows(lines(['car', 'price'], ['Golf', '90000']))).toBeNull();
  });

  it.each([
    ['84900', 84_900],
    ['84.900', 84_900],
    ['84,900', 84_900],
    ['84 900', 84_900],
    ['84.900 kr.', 84_900],
    ['kr. 84.900,-', 84_900],
    ['84.900,00', 84_900],
    ['1.084.900 DKK', 1_084_900],
    [' ', null],
  ])('have the price %j', (cell, priceDkk) => {
    expect(typed(cell)).toMatchObject({ typed: { priceDkk } });
  });

  it.each(['0', '-5', '84.90', '84,9', '1e5', '84900 eur', '=1+1', 'cheap', '999999999', '٣٠٠٠'])(
    'are wrong with the price %j',
    (cell) => {
      expect(typed(cell)).toEqual({ line: 2, plate: 'AB12345', typed: null, error: 'price_invalid' });
    },
  );

  it.each(['187xxx', '-1', '3000000', '120.5', '=A1'])('are wrong with the mileage %j', (cell) => {
    expect(typed('90000', cell)).toMatchObject({ error: 'mileage_invalid' });
  });

  it.each(['', 'A', 'AB123456789', '=cmd|x', '<b>', 'AB12345; DROP', '../../x', 'x'.repeat(500)])(
    'are wrong with the plate %j, of which no more is kept than a plate has',
    (plate) => {
      const row = readBulkRows(lines(['plate', 'price'], [plate, '90000']))![0]!;
      expect(row.error).toBe('plate_invalid');
      expect(row.plate.length).toBeLessThanOrEqual(20);
    },
  );
});

describe('the answer’s file', () => {
  const car = {
    ...{ title: 'Škoda Octavia', year: 2019, mileage: 111_000, price: 90_000, deal: 'fair' as const },
    ...{ low: 80_000, market: 88_000, high: 96_000, gap: 2000, days_listed: 12, is_age_known: false },
    ...{ finding: { in: 'caution', kind: 'no_inspection' } as const, findings: 3 },
  };

  it('says of a car its value, range, gap, days listed and what to look at, in the reader’s language', () => {
    const row = bulkAnswer({ ...typed('90000')!, line: 2 }, car, 'en');
    expect(Object.fromEntries(bulkCells(row, 'en').map((cell, n) => [bulkColumns('en')[n], cell]))).toEqual({
      ...{ Line: 2, 'Number plate': 'AB12345', Car: 'Škoda Octavia', Year: 2019, km: 111_000 },
      ...{ 'Price (kr.)': 90_000, Rating: 'Fair', 'Market value from (kr.)': 80_000 },
      ...{ 'Market value (kr.)': 88_000, 'Market value to (kr.)': 96_000 },
      ...{ 'Price minus market value (kr.)': 2000, 'Days listed': 'at least 12' },
      ...{ 'Look at': 'The ad says it has no valid inspection (+2)', 'Not valued because': null },
    });
    expect(bulkCells(row, 'da')).toHaveLength(bulkColumns('da').length);
  });

  it.each(bulkErrors)('says in both languages why a row was not valued: %s', (error) => {
    const row = typed('cheap')!;
    const said = { en: bulkAnswer(row, error, 'en').note, da: bulkAnswer(row, error, 'da').note };
    expect(said.en).toMatch(/\.$/);
    expect(said.da).not.toBe(said.en);
    const cells = bulkCells(bulkAnswer(row, error, 'da'), 'da');
    expect(cells.at(-1)).toBe(said.da);
    expect(cells.slice(2, -1).every((cell) => cell === null)).toBe(true);
  });
});
