import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { mostPages, readWholeList, toCsv } from '../../../web/src/catalog/list-csv.ts';
import { defaultListState } from '../../../web/src/catalog/list-state.ts';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import { da } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import { en } from '../../../web/src/i18n/en.ts';

const texts = { en: { ...en, ...enCar }, da: { ...da, ...daCar } };
const read = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, delimiter: ';', bom: true });
const rowsOf = (car: Parameters<typeof sampleCar>[0], language: 'en' | 'da' = 'en') =>
  read(toCsv([sampleCar(car)], texts[language], 'https://bilfund.example'));

describe('a list as CSV', () => {
  const known = { valuation_low: 90_040, valuation_avg: 100_020, valuation_high: 110_000 };

  it('has a line for each car with what its card shows, and the address of its page', () => {
    const drop = { at: '2026-11-01', amount: 4_000 };
    const [row] = rowsOf({ ...known, id: '7', title: 'Škoda; "Octavia"', price: 84_000, price_drop: drop });
    expect(row).toMatchObject({
      ...{ Car: 'Škoda; "Octavia"', 'Price (DKK)': '84000', 'Market value (DKK)': '100000' },
      ...{ 'Last price cut (DKK)': '4000', Page: 'https://bilfund.example/car/7' },
    });
  });

  it('is there in Danish', () => {
    expect(rowsOf({ price: 84_000, fuel: 'petrol' }, 'da')[0]).toMatchObject({
      ...{ 'Pris (kr.)': '84000', Drivmiddel: 'Benzin' },
    });
  });

  it.each([
    ['en', 'Days listed, at least'],
    ['da', 'Dage til salg, mindst'],
  ] as const)(
    'calls the days least figures, because an ad may be older than its first sighting (%s)',
    (language, name) => {
      expect(rowsOf({ days_listed: 12, is_age_known: false }, language)[0]).toHaveProperty(name, '12');
    },
  );

  it('has no column of what the reader may not see, nor a value of a car without an estimate', () => {
    const hidden = { valuation_low: null, valuation_avg: null, valuation_high: null, plate: null };
    const [row] = rowsOf(hidden);
    expect(Object.keys(row!).join()).not.toMatch(/Market value|License Plate/);
    expect(Object.keys(rowsOf({ ...known, deal: 'no_estimate' })[0]!).join()).not.toContain('Market value');
  });

  it('hands no spreadsheet that begins a cell at commas or tabs a formula', () => {
    const title = "Golf,=cmd|' /C calc'!A0,x";
    const text = toCsv([sampleCar({ title, city: 'Vejle\t+1, -2' })], texts.en, 'https://bilfund.example');
    for (const cell of text.split(/[;,\t]\s*/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
  });

  it('hands no text of an ad to a spreadsheet as a formula, and can be read back', () => {
    // Without apostrophes of its own, which could not be told from ours when it is read back.
    const text = fc
      .oneof(
        fc.string({ maxLength: 40 }),
        fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string()).map(([a, b]) => a + b),
      )
      .map((each) => each.replaceAll("'", ''));
    fc.assert(
      fc.property(text, text, (title, city) => {
        const [row] = rowsOf({ title, city });
        for (const [name, written] of [
          ['Car', title],
          ['City', city],
        ] as const) {
          expect(row![name]).not.toMatch(/^[=+\-@\t\r]/);
          expect(row![name]!.replace(/(^|[,\t]\s*)'(?=[=+\-@\t\r])/g, '$1')).toBe(written);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const page = (ids: string[], totalPages: number) => ({
  body: {
    cars: [...ids.map((id) => sampleCar({ id })), { id: 'locked-1-1', deal: 'amazing', locked: true }],
    ...{ page: 1, totalCount: 9, totalPages, catalogVersion: '1' },
  },
});

describe('the cars of all pages of a list', () => {
  it('are not called whole where the list changed while it was read', async () => {
    let version = 0;
    stubService({
      'GET /api/cars': () => {
        const { body } = page([`c${++version}`], 2);
        return { body: { ...body, catalogVersion: String(version) } };
      },
    });
    expect(await readWholeList(defaultListState)).toMatchObject({ isWhole: false });
  });

  it('are read once each, without locked ones, by the filters of the list', async () => {
    const pages = [
      ['a', 'b'],
      ['b', 'c'],
    ];
    const requests = stubService({ 'GET /api/cars': () => page(pages.shift()!, 2) });
    const { cars, isWhole } = await readWholeList({
      ...defaultListState,
      view: 'starred',
      q: 'golf',
      page: 5,
    });
    expect(cars.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(isWhole).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('are the first thousand of a longer list', async () => {
    let asked = 0;
    stubService({ 'GET /api/cars': () => page([String(++asked)], 100) });
    const { cars, isWhole } = await readWholeList(defaultListState);
    expect([cars.length, isWhole]).toEqual([mostPages, false]);
  });
});
