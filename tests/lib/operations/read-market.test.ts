import { describe, expect, it } from 'vitest';
import { brokenSentences, learnMarket, readMarket } from '#lib/operations/market.ts';

const danish = 'Mærke;Model;Årgang;Km;Pris;Brændstof;Gear;Titel';
const map = 'make=Mærke,year=Årgang,mileage=Km,price=Pris,fuel=Brændstof,gearbox=Gear,title=Titel';
const date = '2025-07-02';
const read = (...rows: string[]) => readMarket([danish, ...rows].join('\n'), { map, date });

describe('a file of a market', () => {
  it('a market file is read by its header, with numbers and words as people write them', () => {
    const { cars, broken } = read(
      'VW;Golf;2018;121.000 km;149.900 kr.;Benzin;Manuel;"Golf; 1,4 ""Comfort"""',
      'Škoda;Octavia;2020;60000.0;219900.0;Plug-in hybrid;DSG;',
    );
    expect(broken.size).toBe(0);
    expect(cars[0]).toMatchObject({
      ...{ make: 'Volkswagen', model: 'Golf', year: 2018, mileageKm: 121_000, price: 149_900 },
      ...{ fuel: 'petrol', gearbox: 'manual', title: 'Golf; 1,4 "Comfort"' },
    });
    expect(cars[1]).toMatchObject({ mileageKm: 60_000, price: 219_900, fuel: 'plugin_hybrid', title: null });
    expect(cars[1]!.observedYear).toBeCloseTo(2025.5, 2);
  });

  it('a market file may contain quotes for inches, and lines are counted across breaks in a field', () => {
    const { cars, broken } = read(
      'VW;Golf;2018;121000;149900;Benzin;Manuel;Golf 18" alu, træk',
      'Kia;Rio;2019;60000;99000;Benzin;Manuel;"Rio\n16"" sort"',
      'Mazda;3;2017;90000;x;Diesel;Manuel;Mazda 17"',
    );
    expect(cars.map(({ title }) => title)).toEqual(['Golf 18" alu, træk', 'Rio\n16" sort']);
    expect([...broken.values()]).toEqual([[5]]);
  });

  it('a market file with unbalanced quotes is refused with the line', () => {
    const row = 'VW;Golf;2018;121000;149900;Benzin;Manuel;';
    for (const title of ['"Golf 18" alu', '"Golf'])
      expect(() => read(row, `${row}${title}`)).toThrow(/Line 3/);
  });

  it("a market file may have a column for each row's day", () => {
    const text = 'make,model,year,mileage,price,date\nKia,Rio,2018,30000,99000,2019-01-01\n';
    expect(readMarket(text, {}).cars[0]!.observedYear).toBeCloseTo(2019, 2);
  });

  it('every missing column of a market file is named, with the header that was found', () => {
    const withoutMap = () => readMarket(`${danish}\nKia;Rio;2018;1;1;;;`, {});
    expect(withoutMap).toThrow(/no column for: price; make; year; mileage; date/);
    expect(withoutMap).toThrow(/Mærke, Model, Årgang/);
    expect(() => readMarket(`${danish}\nx`, { map: 'price=Beløb', date })).toThrow(/price \(named "Beløb"/);
    expect(() => readMarket(danish, { map: 'cost=Pris', date })).toThrow(/no rows/);
    expect(() => readMarket(`${danish}\nx`, { map: 'cost=Pris', date })).toThrow(/does not know "cost=Pris"/);
    expect(() => readMarket(`${danish}\nx`, { map, date: 'yesterday' })).toThrow(/--date must be a day/);
  });

  it('unusable rows of a market file are counted by reason, with their first lines', () => {
    const market = read(
      'VW;Golf;2018;121000;149900;;;',
      ...Array.from({ length: 7 }, () => 'VW;Golf;2018;121000;ring;;;'),
      'VW;;2018;121000;149900;;;',
      'VW;Golf;18;121000;149900;;;',
      'VW;Golf;2018;;149900;;;',
      'VW;Golf',
    );
    expect(market.cars).toHaveLength(1);
    expect(brokenSentences(market)).toEqual([
      '7 rows left out, no price between 5.000 and 5.000.000 kr.: line 3, 4, 5, 6, 7 …',
      '1 rows left out, no make or no model: line 10',
      '1 rows left out, no year of the car: line 11',
      '1 rows left out, no mileage up to 1.000.000 km: line 12',
      '1 rows left out, another number of fields than the header: line 13',
    ]);
  });

  it('a market file with too few cars that differ is refused in words', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => 'VW;Golf;2018;121000;149900;Benzin;Manuel;');
    expect(() => learnMarket(read(...rows(3)), 'v')).toThrow(
      'A market is learnt from 200 cars or more. The file has 3. Nothing was stored.',
    );
    expect(() => learnMarket(read(...rows(400)), 'v')).toThrow(
      'The file has 400, and fewer without repeated and impossible ones. Nothing was stored.',
    );
  });
});
