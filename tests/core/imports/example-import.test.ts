import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { wireCar } from '#core/contract/routes/cars.ts';
import { scrapeStatus } from '#core/contract/routes/imports.ts';
import {
  type ExampleImport,
  exampleDurationMs,
  exampleImportFolder,
  exampleMoment,
} from '#core/imports/example-import.ts';

const folder = join('web/public', exampleImportFolder);
const committed = JSON.parse(readFileSync(join(folder, 'recording.json'), 'utf8')) as ExampleImport;

const { status, percent, carsFound, carsDone } = scrapeStatus.shape;
const { id, locked, brand, model, variant, fuel, gearbox, seller_type, ...shown } = wireCar.shape;
const {
  comparable_count,
  scraped_time,
  listed_at,
  discovered_at,
  isStarred,
  findings,
  sources,
  ...cardFields
} = shown;
const atMs = z.int().check(z.nonnegative());
const recordingSchema = z.strictObject({
  version: z.literal(1),
  origin: z.strictObject({
    marketplace: z.literal('demo'),
    cars: z.literal('invented'),
    account: z.literal('premium'),
  }),
  search: z.string().check(z.startsWith('/marketplace/')),
  statuses: z.array(z.strictObject({ atMs, status, percent, carsFound, carsDone })),
  cars: z.array(
    z.strictObject({
      ...cardFields,
      atMs,
      plate: z.null(),
      image_urls: z.tuple([z.string().check(z.startsWith(`${exampleImportFolder}/`))]),
    }),
  ),
});

const isSorted = (changes: readonly { atMs: number }[]) =>
  changes.every((change, place) => change.atMs >= (changes[place - 1]?.atMs ?? 0));

describe('the recorded import', () => {
  it('the recorded import has exactly the fields that the app expects', () => {
    expect(recordingSchema.parse(committed)).toEqual(committed);
  });

  it('the recorded import goes through every stage in order and ends with all its cars rated', () => {
    expect([...new Set(committed.statuses.map((one) => one.status))]).toEqual([
      'queued',
      'scraping',
      'ocr',
      'tjekbil',
      'completed',
    ]);
    expect(committed.statuses.at(-1)).toMatchObject({
      status: 'completed',
      percent: 100,
      carsFound: committed.cars.length,
      carsDone: committed.cars.length,
    });
    expect(isSorted(committed.statuses) && isSorted(committed.cars)).toBe(true);
  });

  it('the recorded import has eight to twelve cars, at least three ratings and two amazing deals', () => {
    expect(committed.cars.length).toBeGreaterThanOrEqual(8);
    expect(committed.cars.length).toBeLessThanOrEqual(12);
    const deals = committed.cars.map(({ deal }) => deal);
    expect(deals.filter((deal) => deal === 'amazing').length).toBeGreaterThanOrEqual(2);
    expect(new Set(deals).size).toBeGreaterThanOrEqual(3);
    for (const car of committed.cars.filter(({ deal }) => deal === 'amazing'))
      expect(car.price, car.title).toBeLessThan(car.valuation_avg!);
  });

  it('the recorded import has one picture per car and no other file, 300 KB in all at most', () => {
    const pictures = committed.cars.map(({ image_urls: [address] }) => address.split('/').at(-1));
    expect(readdirSync(folder).sort()).toEqual([...pictures, 'recording.json'].sort());
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25_000);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(300_000);
  });

  it('the recorded import contains no person, plate or link', () => {
    const text = JSON.stringify(committed);
    expect(text).not.toMatch(/https?:|@|"id"|\b[A-Z]{2} ?\d{2} ?\d{3}\b/);
  });
});

describe('exampleMoment', () => {
  const car = (title: string, at: number) => ({ ...committed.cars[0]!, title, atMs: at });
  const progress = (name: 'queued' | 'ocr' | 'completed', at: number) => ({
    ...committed.statuses[0]!,
    status: name,
    atMs: at,
  });
  const sample: ExampleImport = {
    ...committed,
    statuses: [progress('queued', 200), progress('ocr', 1_000), progress('completed', 3_000)],
    cars: [car('first', 1_500), car('second', 3_400)],
  };
  const at = (ms: number) => {
    const moment = exampleMoment(sample, ms);
    return [moment.status.status, moment.cars.map(({ title }) => title), moment.nextAtMs];
  };

  it('a moment shows the status, the cars so far with the newest first, and the time of the next change', () => {
    expect(at(0)).toEqual(['queued', [], 200]);
    expect(at(999)).toEqual(['queued', [], 1_000]);
    expect(at(1_000)).toEqual(['ocr', [], 1_500]);
    expect(at(1_500)).toEqual(['ocr', ['first'], 3_000]);
    expect(at(3_000)).toEqual(['completed', ['first'], 3_400]);
    expect(at(3_400)).toEqual(['completed', ['second', 'first'], null]);
  });

  it('the duration of a recording includes its last car', () => {
    expect(exampleDurationMs(sample)).toBe(3_400);
  });
});
