import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CsvError, parse } from 'csv-parse/sync';
import type { Fuel, Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';
import { canonicalMake, canonicalModel } from '#core/marketplaces/ad/title.ts';
import {
  type LentMarket,
  learnLentMarket,
  leastLentCars,
  lentMarketKey,
  TooFewCars,
} from '#core/valuation/lent-market.ts';
import { yearFraction } from '#core/valuation/subject.ts';
import type { PricedCar } from '#core/valuation/valuation.ts';
import { Refusal } from '#lib/program-options.ts';
import { functionNameOf, homeRegion, readStage, type Stage, stages } from '#lib/stage.ts';
import { requireOutputs } from './stage-options.ts';

export const columns = {
  price: 'required',
  make: 'required',
  model: 'required',
  year: 'required',
  mileage: 'required',
  date: 'optional',
  variant: 'optional',
  title: 'optional',
  month: 'optional',
  fuel: 'optional',
  gearbox: 'optional',
  horsepower: 'optional',
  engine: 'optional',
  seller: 'optional',
} as const;
export type Column = keyof typeof columns;
export type Places = Partial<Record<Column, number>>;

const names = Object.keys(columns) as Column[];
const isColumn = (name: string): name is Column => Object.hasOwn(columns, name);

/** Parses `price=Pris,make=Mærke`. @throws Refusal for what is no such pair */
export function readMap(map: string | undefined): Partial<Record<Column, string>> {
  const pairs = (map ?? '').split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const column = pair.slice(0, at).trim();
      if (at < 1 || !isColumn(column))
        throw new Refusal(
          `--map does not know "${pair}". Write ${names[0]}=Header; columns: ${names.join(', ')}.`,
        );
      return [column, pair.slice(at + 1).trim()];
    }),
  );
}

/** The positions of columns under this header. @throws Refusal that names every missing column */
export function placeColumns(
  header: readonly string[],
  map: Partial<Record<Column, string>>,
  hasDate: boolean,
): Places {
  const placeOf = (name: string) => header.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  const places: Places = {};
  const problems: string[] = [];
  for (const name of names) {
    const place = placeOf(map[name] ?? name);
    if (place >= 0) places[name] = place;
    else if (map[name] !== undefined) problems.push(`${name} (named "${map[name]}" by --map)`);
    else if (columns[name] === 'required') problems.push(name);
  }
  if (places.date === undefined && !hasDate)
    problems.push('date (or give the day of all rows: --date 2025-06-30)');
  if (problems.length === 0) return places;
  throw new Refusal(
    `The file has no column for: ${problems.join('; ')}.\nIts header: ${header.join(', ')}.\n` +
      'Say which header means what: --map price=Pris,make=Mærke',
  );
}

export type CsvRecord = { line: number; fields: string[] };

function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

function parseRecords(source: string): { info: { lines: number }; record: string[] }[] {
  try {
    return parse(source, {
      bom: true,
      delimiter: separatorOf(source),
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
      info: true,
    }) as unknown as ReturnType<typeof parseRecords>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal(
      `Line ${error.lines} of the file: a field that begins with a quote must end with one, and double the quotes within.`,
    );
  }
}

/**
 * Parses CSV into records, each with the number of its first line; quoted fields may contain separators, quotes and line
 * breaks. A quote inside an unquoted field is an ordinary character: 18" wheels.
 * @throws Refusal when the text cannot be parsed
 */
export const parseCsv = (source: string): CsvRecord[] =>
  parseRecords(source).map(({ info, record }) => ({
    line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
    fields: record,
  }));

/** A number as people write it: 129.900, 129900.0, "129.900 kr.", 1,6. Null when there is none. */
export function readNumber(text: string | undefined): number | null {
  const digits = (text ?? '').replace(/[^\d.,]/g, '').replace(/[.,]+$/, '');
  if (!digits) return null;
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(digits);
  const number = Number(isGrouped ? digits.replace(/[.,]/g, '') : digits.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

const firstOf = <T>(text: string | undefined, table: readonly (readonly [RegExp, T])[]): T | null =>
  table.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null;

/** Danish, English and German words; more specific ones first. */
const fuels: readonly (readonly [RegExp, Fuel])[] = [
  [/plug.?in|phev/i, 'plugin_hybrid'],
  [/hybrid/i, 'hybrid'],
  [/diesel/i, 'diesel'],
  [/benzin|petrol|gasoline/i, 'petrol'],
  [/^el$|elbil|electric|elektr/i, 'electric'],
  [/gas|lpg|cng/i, 'gas'],
  [/brint|hydrogen|wasserstoff/i, 'hydrogen'],
];
const gearboxes: readonly (readonly [RegExp, Gearbox])[] = [
  [/auto|dsg|cvt/i, 'automatic'],
  [/manu|schalt/i, 'manual'],
];
const sellers: readonly (readonly [RegExp, SellerType])[] = [
  [/privat/i, 'private'],
  [/dealer|forhandler|händler|haendler/i, 'dealer'],
];

export const readFuel = (text: string | undefined) => firstOf(text, fuels);
export const readGearbox = (text: string | undefined) => firstOf(text, gearboxes);
export const readSeller = (text: string | undefined) => firstOf(text, sellers);

export type MarketFile = {
  cars: PricedCar[];
  /** Lines without a usable car, by what is wrong with them. */
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

/** The priced cars of a file. @throws Refusal when its columns cannot be identified */
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

/** A sentence for each kind of fault in rows, with the first lines that have it. */
export const brokenSentences = ({ broken }: MarketFile): string[] =>
  [...broken].map(([problem, lines]) => {
    const named = lines.slice(0, linesNamed).join(', ') + (lines.length > linesNamed ? ' …' : '');
    return `${lines.length} rows left out, ${problem}: line ${named}`;
  });

const seed = 20_251_017;

/** @throws Refusal when too few cars of the file can be learnt from */
export function learnMarket({ cars }: MarketFile, version: string): LentMarket {
  if (cars.length >= leastLentCars)
    try {
      return learnLentMarket(cars, { seed, version });
    } catch (error) {
      if (!(error instanceof TooFewCars)) throw error;
    }
  const but = cars.length < leastLentCars ? '' : ', and fewer without repeated and impossible ones';
  throw new Refusal(
    `A market is learnt from ${leastLentCars} cars or more. The file has ${cars.length}${but}. Nothing was stored.`,
  );
}

/** Stores a lent market in a stage and starts a refit at once instead of at the next hour. */
export async function storeInStage(stage: Stage, market: Uint8Array): Promise<void> {
  const { DataBucket } = await requireOutputs(stage, ['DataBucket']);
  await new S3Client({ region: homeRegion }).send(
    new PutObjectCommand({
      Bucket: DataBucket,
      Key: lentMarketKey,
      Body: market,
      ContentType: 'application/gzip',
    }),
  );
  await new LambdaClient({ region: homeRegion }).send(
    new InvokeCommand({ FunctionName: functionNameOf(stage, 'revalue'), InvocationType: 'Event' }),
  );
}

/** The same for the installation that `npm start` runs at this address. */
export async function storeLocally(origin: string, market: Uint8Array): Promise<void> {
  const body = JSON.stringify({ market: Buffer.from(market).toString('base64') });
  const answer = await fetch(new URL('/_local/market', origin), { method: 'POST', body }).catch(() => null);
  if (!answer)
    throw new Refusal(`Nothing answers at ${origin}. Run npm start, or name its address: --local URL`);
  if (!answer.ok) throw new Refusal(`${origin} did not take the market: ${await answer.text()}`);
}

const help = `Lends an installation a market: asking prices of a file that you may use, of any day.
Cars are valued by it until the installation has enough of its own. No car of the file is kept or shown.

  npm run ops -- market FILE.csv                      to the installation that npm start runs here
  npm run ops -- market FILE.csv --stage prod         to a stage

  --map price=Pris,make=Mærke   which header means what (price, make, model, year, mileage; date, variant, title,
                                month, fuel, gearbox, horsepower, engine, seller)
  --date 2025-06-30             the day of all prices, where no column tells it
  --local URL                   the address of npm start (http://127.0.0.1:5173)
  --dry-run                     says what would be learnt, and stores nothing
  --stage NAME                  ${stages.join(' or ')}
  --profile NAME                the AWS profile to use
  --help                        this text
`;

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        map: { type: 'string' },
        date: { type: 'string' },
        local: { type: 'string', default: 'http://127.0.0.1:5173' },
        stage: { type: 'string' },
        profile: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n"npm run ops -- market --help" lists the options.`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Refusal(`There is no file ${path} that can be read.`);
  }
}

export async function run(words: string[]): Promise<void> {
  const { values, positionals } = readOptions(words);
  if (values.help) return console.info(help);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Refusal('Name one file: npm run ops -- market FILE.csv');
  const stage = values.stage === undefined ? null : readStage(values.stage);
  if (values.profile) process.env.AWS_PROFILE = values.profile;
  const text = readText(file);
  const { map, date } = values;
  const read = readMarket(text, { ...(map !== undefined && { map }), ...(date !== undefined && { date }) });
  for (const sentence of brokenSentences(read)) console.info(sentence);
  const version = createHash('sha256')
    .update(text)
    .update(JSON.stringify({ map, date }))
    .digest('hex')
    .slice(0, 12);
  const lent = learnMarket(read, version);
  const percent = (100 * lent.heldBackError).toFixed(1);
  console.info(
    `${lent.cars} cars of ${Object.keys(lent.carsByModel).length} models were learnt from, asked for around ${lent.observedYear.toFixed(1)}.`,
  );
  console.info(`Half of them are valued within ${percent} % of what they ask by the others.`);
  if (values['dry-run']) return console.info('Nothing was stored.');
  const market = gzipSync(JSON.stringify(lent));
  if (stage) await storeInStage(stage, market);
  else await storeLocally(values.local, market);
  console.info('The market is lent. Cars are rated by it as they come.');
}
