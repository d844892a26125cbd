import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PricedCar } from '#core/valuation/valuation.ts';

export type BenchCar = PricedCar & { split: string; hard: string; order: number };

/** Prices outside are typing errors of the source; the baselines of REFERENCE.txt were measured with the same bounds. */
const priceBounds: Record<string, [number, number]> = {
  dk1: [5000, 2_000_000],
  dk3: [5000, 2_000_000],
  de1: [500, 300_000],
  eb1: [300, 150_000],
};
const otherBounds: [number, number] = [500, 2_000_000];

/** Rows of a comma-separated file by column name; quoted fields may hold commas, quotes and line breaks. */
function parseCsv(text: string): Record<string, string>[] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  const [header = [], ...rows] = records;
  return rows
    .filter((row) => row.length === header.length)
    .map((row) => Object.fromEntries(header.map((name, column) => [name, row[column]!])));
}

function toNumber(text: string | undefined): number | null {
  return text ? Number(text) : null;
}

function toCar(row: Record<string, string>): BenchCar {
  return {
    id: row.id!,
    make: row.make || null,
    model: row.model || null,
    variant: row.variant || null,
    title: null,
    year: toNumber(row.year),
    month: toNumber(row.month),
    mileageKm: toNumber(row.mileage),
    fuel: row.fuel || null,
    gearbox: row.gear || null,
    horsepower: toNumber(row.hp),
    engineLitres: toNumber(row.engine_l),
    body: row.body || null,
    sellerType: row.seller || null,
    region: row.region || null,
    newPrice: toNumber(row.new_price),
    observedYear: Number(row.obs_year),
    price: Number(row.price),
    split: row.split!,
    hard: row.hard!,
    order: Number(row.ord),
  };
}

/** The set's usable cars in its fixed random order. Throws when the file is not in the folder. */
export function readSet(folder: string, name: string): BenchCar[] {
  const [floor, cap] = priceBounds[name] ?? otherBounds;
  const text = gunzipSync(readFileSync(join(folder, `${name}.csv.gz`))).toString('utf8');
  return parseCsv(text)
    .map(toCar)
    .filter(({ price, year, mileageKm, observedYear }) => {
      const isPriced = price >= floor && price <= cap;
      return (
        isPriced &&
        year !== null &&
        year >= 1970 &&
        year <= observedYear + 1 &&
        mileageKm !== null &&
        mileageKm <= 1e6
      );
    })
    .sort((one, other) => one.order - other.order);
}

/** Pool n, repeat k = training rows k·n … (k+1)·n: three repeats up to 2,000 rows, one above. */
export function takePools(training: BenchCar[], pool: string): BenchCar[][] {
  if (pool === 'full') return [training];
  const size = Number(pool);
  const repeats = Math.max(1, Math.min(size <= 2000 ? 3 : 1, Math.floor(training.length / size)));
  return Array.from({ length: repeats }, (_, repeat) => training.slice(repeat * size, (repeat + 1) * size));
}
