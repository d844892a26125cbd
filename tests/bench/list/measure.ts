import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { colorFamilyOf, featuresIn } from '#core/cars/features.ts';
import { type CardPage, type CardQuery, everyCard, sortOptions } from '#core/catalog/card-query.ts';
import { type Catalog, createCatalog, openCatalog } from '#core/catalog/catalog.ts';
import { contract } from '#core/contract/table.ts';
import { findTown } from '#core/places/places.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { buildCar } from '#demo/cars/build-car.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { loadTextCodec } from '#functions/catalog/snapshots.ts';
import type { KindResult, SizeResult } from './run-size.ts';

/** As the functions pack the texts of a snapshot. */
const textCodec = await loadTextCodec();

const seed = 2026;
const startMs = Date.UTC(2026, 10, 1);
const iso = (hoursAgo: number) => new Date(startMs - hoursAgo * 3_600_000).toISOString();
const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo xa ly mø næ så tøj ring vang sten dal'.split(
  ' ',
);
const tailWords = 100_000;

/** Rarer words than the demo's ads have, as people's own ads do: names, places, misspellings (few common, many rare). */
function tailWord(random: Random): string {
  let rank = Math.floor(tailWords ** random.next());
  let word = '';
  do {
    word += syllables[rank % syllables.length];
    rank = Math.floor(rank / syllables.length);
  } while (rank > 0);
  return word + syllables[word.length % syllables.length];
}

/** Keys as the product stores them: the hash of the picture, and of its blurred variant where a plate was found. */
function photos(ordinal: number, random: Random): Card['photos'] {
  const key = (photo: string) => `${createHash('sha256').update(`${ordinal} ${photo}`).digest('hex')}.webp`;
  return Array.from({ length: random.whole(1, 10) }, (_, i) => [
    key(String(i)),
    random.chance(0.4) ? key(`${i} blurred`) : null,
  ]);
}

function rate(car: DemoCar, priceDkk: number): Pick<Card, 'deal' | 'reason' | 'avgDkk'> {
  if (car.kind === 'leasing') return { deal: 'no_estimate', reason: 'leasing', avgDkk: null };
  if (car.kind === 'odd_price') return { deal: 'no_estimate', reason: 'placeholder_price', avgDkk: null };
  if (priceDkk === 0) return { deal: 'no_estimate', reason: 'foreign_currency', avgDkk: null };
  const share = priceDkk / car.valueDkk;
  const deal: Deal = share < 0.85 ? 'amazing' : share < 1.05 ? 'fair' : 'poor';
  return { deal, reason: 'rated', avgDkk: car.valueDkk };
}

const bodyOf = { small: 'hatchback', hatch: 'hatchback', van: 'mpv', motorcycle: null } as const;

function newer(
  { body, engine, paint, equipment, listedHoursAgo }: DemoCar,
  priceDkk: number,
  version: number,
  random: Random,
) {
  const hasDropped = version > 0 || random.chance(0.15);
  return {
    sources: random.pick([['facebook'], ['facebook'], ['dba'], ['facebook', 'dba']] as const).slice(),
    body: body in bodyOf ? bodyOf[body as keyof typeof bodyOf] : (body as Card['body']),
    horsepower: random.chance(0.05) ? null : engine.horsepower,
    halfYearlyTaxDkk: random.chance(0.2) ? null : random.whole(37, 400) * 10,
    energy: random.chance(0.3) ? null : { kind: 'petrol' as const, per_100_km: random.whole(35, 95) / 10 },
    rangeKm: random.chance(0.8) ? null : random.whole(15, 70) * 10,
    batteryKwh: random.chance(0.8) ? null : random.whole(20, 110),
    colorFamily: random.chance(0.1) ? null : colorFamilyOf(paint.danish),
    features: featuresIn(equipment, null),
    priceDrop: hasDropped
      ? { at: iso(random.next() * Math.max(1, listedHoursAgo)), dkk: Math.round(priceDkk * 0.03) }
      : null,
    goneAt: null,
  };
}

/** The card with this ordinal: always the same one. `version` 0 as first seen; later ones have another price. */
export function cardOf(ordinal: number, version = 0): Card {
  const car = buildCar(seed, ordinal, ordinal % 1000);
  const random = createRandom(seed, 'bench', ordinal);
  const asked = car.askingPrice.currency === 'DKK' ? car.askingPrice.amount : 0;
  const priceDkk = Math.round(asked * 0.97 ** version);
  const rating = rate(car, priceDkk);
  // People write three times as much as the demo's ads do.
  const more = [1, 2].map((n) => buildCar(seed, ordinal + n * 17, (ordinal + n * 17) % 1000).description);
  const tail = Array.from({ length: 12 }, () => tailWord(random)).join(' ');
  return {
    id: String(1_000_000_000_000_000 + ordinal * 7_919),
    title: car.title,
    words: [car.description, ...more, tail].join(' '),
    priceDkk,
    foreignPrice: car.askingPrice.currency === 'DKK' ? null : car.askingPrice,
    make: car.make,
    model: car.model,
    variant: car.variant,
    year: random.chance(0.02) ? null : car.year,
    mileageKm: random.chance(0.04) ? null : car.mileageKm,
    mileagePrecision: car.quirks.includes('masked_mileage') ? 'masked' : 'exact',
    city: car.place.name,
    fuel: car.fuel,
    gearbox: car.gearbox,
    sellerType: car.sellerType,
    nextInspection: random.chance(0.1) ? null : iso(-random.whole(-2_000, 17_000)).slice(0, 10),
    plate: random.chance(0.6) ? car.plate : null,
    photos: photos(ordinal, random),
    ...rating,
    lowDkk: rating.avgDkk && Math.round(rating.avgDkk * 0.93),
    highDkk: rating.avgDkk && Math.round(rating.avgDkk * 1.07),
    comparableCount: random.whole(8, 80),
    availability: 'live',
    listedAt: iso(car.listedHoursAgo + 5),
    firstSeenAt: iso(car.listedHoursAgo),
    scrapedAt: iso(random.next() * car.listedHoursAgo),
    updatedAt: iso(car.listedHoursAgo - 2_000 * version),
    ownerId: null,
    ...newer(car, priceDkk, version, random),
    formerIds: [],
    findingCount: random.pick([0, 0, 1, 3]),
    heavyFindingCount: random.pick([0, 0, 1]),
    heaviestFinding: random.pick([
      null,
      { in: 'fact', kind: 'debt' },
      { in: 'caution', kind: 'no_inspection' },
    ] as const),
  };
}

// What a request costs in eu-north-1, dollars (public prices, November 2026).
const arm64PerGbSecond = 0.0000133334;
const perMillionInvocations = 0.2;
const perMillionApiRequests = 1;
const { memoryMb } = contract['GET /api/cars'];
const memoryGb = memoryMb / 1024;
/** How much of a processor Lambda gives with it: a whole one at 1,769 MB, and no more than one to what runs in one thread. */
const processorShare = Math.min(1, memoryMb / 1769);

/** Dollars for a million answers that take `cpuMs` of a whole processor each; Lambda bills whole milliseconds. */
export function dollarsPerMillion(cpuMs: number): number {
  const billedMs = Math.ceil(cpuMs / processorShare);
  return billedMs * 1000 * memoryGb * arm64PerGbSecond + perMillionInvocations + perMillionApiRequests;
}

const makes = ['Volkswagen', 'Škoda', 'Peugeot', 'Toyota', 'Volvo', 'Tesla', 'Mazda'];
const commonWords = ['træk', 'automatgear', 'navigation', 'benzin', 'servicebog', 'combi', 'diesel'];
const townNames = ['Aarhus', 'Odense', 'København', 'Thisted', 'Svendborg'];

type Narrowing = (random: Random, cars: number) => Partial<CardQuery>;

/** A word of some ad: the last of them are rare. */
const someWord = (random: Random, cars: number) => {
  const words = cardOf(random.whole(0, cars - 1)).words.split(/\s+/);
  return random.pick(words.slice(-3));
};
const prices: Narrowing = (random) => {
  const minPriceDkk = random.whole(0, 20) * 5_000;
  return { minPriceDkk, maxPriceDkk: minPriceDkk + random.whole(1, 30) * 10_000 };
};

const hoursBefore = (hours: number) => new Date(Date.UTC(2026, 10, 1) - hours * 3_600_000).toISOString();

/** The kinds of question that are measured; each is asked with every sort and some page at random. */
export const queryKinds: Record<string, Narrowing> = {
  'no filter': () => ({}),
  price: prices,
  brand: (random) => ({ brands: [random.pick(makes)] }),
  deal: (random) => ({ deals: [random.pick(['amazing', 'fair', 'poor'] as const)] }),
  year: (random) => ({ minYear: random.whole(2000, 2018), maxYear: random.whole(2018, 2026) }),
  mileage: (random) => ({ maxMileageKm: random.whole(2, 30) * 10_000 }),
  fuel: (random) => ({ fuels: [random.pick(['diesel', 'electric', 'hybrid'] as const)] }),
  gearbox: (random) => ({ gearbox: random.pick(['automatic', 'manual'] as const) }),
  seller: (random) => ({ seller: random.pick(['private', 'dealer'] as const) }),
  model: (random) => ({ brands: ['Volkswagen'], models: [random.pick(['Golf', 'Polo', 'Passat'])] }),
  source: (random) => ({ sources: [random.pick(['facebook', 'dba'] as const)] }),
  body: (random) => ({ bodies: [random.pick(['estate', 'suv', 'hatchback'] as const)] }),
  colour: (random) => ({ colors: [random.pick(['white', 'black', 'grey'] as const)] }),
  power: (random) => ({ minHorsepower: random.whole(3, 10) * 25 }),
  'electric range': (random) => ({ minRangeKm: random.whole(15, 60) * 10 }),
  equipment: (random) => ({ features: random.pick([['towbar'], ['towbar', 'seat_heating']] as const) }),
  'price dropped': (random) => ({ droppedFrom: hoursBefore(random.whole(24, 400)) }),
  'days listed': (random) => ({ listedFrom: hoursBefore(random.whole(24, 600)) }),
  inspection: () => ({ inspectionAfter: '2026-11-21' }),
  place: (random) => ({ near: { town: findTown(random.pick(townNames))!, radiusKm: random.whole(10, 100) } }),
  'new since': (random) => ({
    firstSeenFrom: hoursBefore(random.whole(1, 500)),
  }),
  'rare word': (random, cars) => ({ text: someWord(random, cars) }),
  'common word': (random) => ({ text: random.pick(commonWords) }),
  'words to avoid': (random) => ({ avoid: random.sample(commonWords, 3) }),
  prefix: (random, cars) => ({ text: someWord(random, cars).slice(0, 3) }),
  'two words': (random) => ({ text: `${random.pick(makes)} ${random.pick(commonWords)}` }),
  'text and filters': (random, cars) => ({
    ...prices(random, cars),
    text: random.pick(commonWords),
    gearbox: 'automatic',
    minYear: random.whole(2008, 2018),
  }),
  'many filters': (random, cars) => ({
    ...prices(random, cars),
    brands: random.sample(makes, 2),
    fuels: ['diesel', 'petrol'],
    maxMileageKm: 200_000,
    seller: 'private',
  }),
  'all that is new': (random, cars) => ({
    ...prices(random, cars),
    sources: ['facebook'],
    bodies: ['estate', 'hatchback', 'suv'],
    colors: ['white', 'black', 'grey', 'blue'],
    features: ['towbar'],
    minHorsepower: 90,
  }),
  'deep page': () => ({ page: 1_000_000 }),
  'deep page, filtered': () => ({ page: 1_000_000, minYear: 2005 }),
};

export function queriesOf(kind: string, count: number, cars: number): CardQuery[] {
  const random = createRandom(7, 'queries', kind);
  return Array.from({ length: count }, () => ({
    ...everyCard,
    sort: random.pick(sortOptions),
    page: random.pick([1, 1, 1, 2, 3, random.whole(1, 20)]),
    ...queryKinds[kind]!(random, cars),
  }));
}

export const viewer: Viewer = { id: 'reader', isPremium: true, seesEstimates: true };
export const changeCount = 1_000;
const chunkBytes = 8 << 20;

/** Milliseconds. `cpu` is the processor's time for a query on average; the others are of a watch. */
export type Times = { p50: number; p99: number; cpu: number };

const timed = (work: () => unknown): number => {
  const since = performance.now();
  work();
  return performance.now() - since;
};

/** This thread's processor time: counted in ticks of some milliseconds, so for many queries together. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Asks some queries to warm up, then each `times` over with a stop watch; its fastest counts, so that other work on the
 * machine does not.
 */
export function measure(
  queries: readonly CardQuery[],
  times: number,
  answer: (query: CardQuery) => CardPage,
): Times {
  for (const query of queries.slice(0, Math.ceil(queries.length / 8))) answer(query);
  const cpuBefore = cpuMs();
  const fastest = queries.map((query) =>
    Math.min(...Array.from({ length: times }, () => timed(() => answer(query)))),
  );
  const cpu = (cpuMs() - cpuBefore) / (queries.length * times);
  fastest.sort((a, b) => a - b);
  const at = (share: number) => fastest[Math.min(fastest.length - 1, Math.floor(fastest.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), cpu };
}

const elapsed = (sinceMs: number) => Math.round(performance.now() - sinceMs);
const megabytes = (bytes: number) => Math.round(bytes / (1 << 20));

/** Builds the catalog as the snapshot's writer does, and leaves its chunks in a folder. */
export function writeSnapshot(cars: number) {
  const cards = Array.from({ length: cars }, (_, ordinal) => cardOf(ordinal));
  const builtAt = performance.now();
  const catalog = createCatalog(cards);
  const buildMs = elapsed(builtAt);
  const folder = mkdtempSync(join(tmpdir(), `catalog-${randomBytes(4).toString('hex')}-`));
  const writtenAt = performance.now();
  let number = 0;
  for (const chunk of catalog.snapshot(chunkBytes, textCodec))
    writeFileSync(join(folder, String(number++).padStart(4, '0')), zstdCompressSync(chunk));
  return { folder, buildMs, writeMs: elapsed(writtenAt), chunks: number };
}

/** One piece of memory for each chunk, instead of many that are copied together. */
const largestChunk = 32 << 20;
const decompress = promisify(zstdDecompress);

export type Loaded = {
  catalog: Catalog;
  loadMs: number;
  loadCpuMs: number;
  snapshotMb: number;
  memoryMb: number;
  rssMb: number;
};

/** From compressed chunks to the first answer, as a cold function goes that has them in hand. */
export async function loadSnapshot(folder: string): Promise<Loaded> {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const snapshotMb = megabytes(files.reduce((sum, file) => sum + statSync(file).size, 0));
  const compressed = files.map((file) => readFileSync(file));
  rmSync(folder, { recursive: true });
  const loadedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const catalog = openCatalog(
    await Promise.all(compressed.map((chunk) => decompress(chunk, { chunkSize: largestChunk }))),
    textCodec,
  );
  if (!catalog) throw new Error('The snapshot cannot be read');
  const { user, system } = process.cpuUsage(cpuBefore);
  const loadMs = elapsed(loadedAt);
  compressed.length = 0;
  globalThis.gc?.();
  return {
    catalog,
    loadMs,
    loadCpuMs: Math.round((user + system) / 1000),
    snapshotMb,
    memoryMb: megabytes(catalog.memoryBytes),
    rssMb: megabytes(process.memoryUsage().rss),
  };
}

/** The ordinals of the cars that change after the snapshot. */
const changedOrdinals = (cars: number): number[] =>
  Array.from({ length: changeCount }, (_, i) => Math.floor((i * cars) / changeCount));

/** Takes over a thousand changed cars, ms. */
export function refresh(catalog: Catalog, cars: number): number {
  const changed = changedOrdinals(cars).map((ordinal) => cardOf(ordinal, 1));
  return timed(() => catalog.apply(changed));
}

/** Milliseconds of the processor, and megabytes that lie in the bucket. */
export type Written = { cpuMs: number; mb: number };

function written(chunks: () => Iterable<Uint8Array>): Written {
  const before = process.cpuUsage();
  let bytes = 0;
  for (const chunk of chunks()) bytes += zstdCompressSync(chunk).length;
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: Math.round((user + system) / 1000), mb: bytes / (1 << 20) };
}

/** What it takes to write the catalog, which is one segment afterwards. */
export const writeAgain = (catalog: Catalog): Written =>
  written(() => catalog.snapshot(chunkBytes, textCodec));

const ms = (value: number) => value.toFixed(2).padStart(8);
const whole = (value: number) => Math.round(value).toLocaleString('en').padStart(9);

const shown = ({ mb, cpuMs }: Written) => `${mb.toFixed(1)} MB in ${cpuMs} ms of processor`;

const kindLine = ({ kind, times }: KindResult) =>
  [kind.padEnd(22), ms(times.p50), ms(times.p99), ms(times.cpu)].join('  ');

const head = ['query'.padEnd(22), '     p50', '     p99', '     cpu'].join('  ');

/** A size for people. Times in milliseconds. */
export const showSize = (size: SizeResult): string =>
  [
    `${size.cars.toLocaleString('en')} cars`,
    `  snapshot ${whole(size.snapshotMb)} MB compressed`,
    `  ready    ${whole(size.loadMs)} ms (${size.loadCpuMs} ms of processor)`,
    `  refresh  ${whole(size.refreshMs)} ms for 1,000 changes`,
    `  written  ${shown(size.whole)}`,
    `  memory   ${whole(size.memoryMb)} MB of catalog, ${size.rssMb} MB of process`,
    '',
    head,
    ...size.kinds.map(kindLine),
    '',
    `  all kinds: p50 ${size.p50.toFixed(2)} ms, worst p99 ${size.p99.toFixed(2)} ms, ${size.cpu.toFixed(2)} ms of processor`,
    `  a million requests: $${size.dollarsPerMillion.toFixed(2)}`,
    '',
  ].join('\n');
