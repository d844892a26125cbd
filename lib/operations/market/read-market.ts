import { canonicalMake, canonicalModel } from '#core/marketplaces/ad/title.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { Refusal } from '../../refusal.ts';
import { type Column, type Places, placeColumns, readMap } from './columns.ts';
import { type CsvRecord, parseCsv } from './csv.ts';
import { readFuel, readGearbox, readNumber, readSeller } from './words.ts';

export type MarketFile = {
  cars: PricedCar[];
  /** Lines of the file that say nothing usable, by what is wrong with them. */
  broken: Map<string, number[]>;
};

type Fields = Partial<Record<Column, string>>;
type Bounds = { least: number; most: number };
const priceBounds: Bounds = { least: 5000, most: 5_000_000 };
const yearBounds: Bounds = { least: 1950, most: 2100 };
const mileageBounds: Bounds = { least: 0, most: 1_000_000 };

const isWithin = (value: number | null, { least, most }: Bounds) =>
  value !== null && value >= least && value <= most;

/** A row as a car, or what is wrong with it. */
function toCar(fields: Fields, id: string, date: string | undefined): PricedCar | string {
  const numberOf = (name: Column) => readNumber(fields[name]);
  const [price, year, mileageKm] = [numberOf('price'), numberOf('year'), numberOf('mileage')];
  const asked = Date.parse(fields.date || date || '');
  if (!isWithin(price, priceBounds)) return 'no price between 5.000 and 5.000.000 kr.';
  if (!fields.make || !fields.model) return 'no make or no model';
  if (!isWithin(year, yearBounds)) return 'no year of the car';
  if (!isWithin(mileageKm, mileageBounds)) return 'no mileage up to 1.000.000 km';
  if (Number.isNaN(asked)) return 'no date (2025-06-30)';
  const make = canonicalMake(fields.make) ?? fields.make;
  return {
    id,
    make,
    model: canonicalModel(make, fields.model)?.model ?? fields.model,
    variant: fields.variant || null,
    title: fields.title || null,
    year,
    month: numberOf('month'),
    mileageKm,
    fuel: readFuel(fields.fuel),
    gearbox: readGearbox(fields.gearbox),
    horsepower: numberOf('horsepower'),
    engineLitres: numberOf('engine'),
    body: null,
    sellerType: readSeller(fields.seller),
    region: null,
    newPrice: null,
    observedYear: yearFraction(new Date(asked).toISOString()),
    price: price!,
  };
}

const fieldsOf = ({ fields }: CsvRecord, places: Places): Fields =>
  Object.fromEntries(Object.entries(places).map(([name, place]) => [name, fields[place]]));

/** The priced cars of a file that an operator may use. @throws Refusal when its columns cannot be told */
export function readMarket(text: string, options: { map?: string; date?: string }): MarketFile {
  if (options.date !== undefined && Number.isNaN(Date.parse(options.date)))
    throw new Refusal(`--date must be a day like 2025-06-30, not "${options.date}".`);
  const [header, ...records] = parseCsv(text);
  if (!header || records.length === 0) throw new Refusal('The file holds no rows below a header.');
  const places = placeColumns(header.fields, readMap(options.map), options.date !== undefined);
  const market: MarketFile = { cars: [], broken: new Map() };
  for (const record of records) {
    const car =
      record.fields.length === header.fields.length
        ? toCar(fieldsOf(record, places), `line ${record.line}`, options.date)
        : 'another number of fields than the header';
    if (typeof car !== 'string') market.cars.push(car);
    else market.broken.set(car, [...(market.broken.get(car) ?? []), record.line]);
  }
  return market;
}

const linesNamed = 5;

/** A sentence for each thing that is wrong with rows, with the first lines it stands on. */
export const brokenSentences = ({ broken }: MarketFile): string[] =>
  [...broken].map(([problem, lines]) => {
    const named = lines.slice(0, linesNamed).join(', ') + (lines.length > linesNamed ? ' …' : '');
    return `${lines.length} rows left out, ${problem}: line ${named}`;
  });
