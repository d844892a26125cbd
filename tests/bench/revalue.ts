/**
 * `npm run bench -- revalue [--cars 10000,100000] [--moved 0.02] [--without-fit]`: the cost of the hourly re-rating of a catalog,
 * measured with a fake table and bucket that count calls: the first hours, until every car is read and rated; an hour without
 * changes; an hour in which a share of the cars changed; and an hour in which the market grew so that the valuation is fitted
 * again (left out by `--without-fit`, because that takes long with many cars). The last line is JSON.
 */

import { fileURLToPath } from 'node:url';
import { clock } from '#functions/platform/clock.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { marketCars } from '#tests/core/valuation/invented-market.ts';
import { inOwnProcess } from './in-own-process.ts';
import { type Asked, CountedCloud, processorSeconds } from './revalue/counted-cloud.ts';

const values = readOptions(headerOf(import.meta.filename), {
  cars: { type: 'string', default: '10000,100000' },
  moved: { type: 'string', default: '0.02' },
  'without-fit': { type: 'boolean', default: false },
  // Runs a single measurement in a process of its own, so that its peak of memory is not that of another one.
  measure: { type: 'string' },
});
const movedShare = Number(values.moved);
const hourMs = 3600_000;
const begin = Date.parse('2026-11-21T08:00:00.000Z');

type Hour = Asked & { hour: string; cars: number; changed: number; processorSeconds: number };
type Result = { cars: number; hours: Hour[]; peakMegabytes: number };

async function measure(cars: number): Promise<Result> {
  const grown = Math.ceil(cars * 0.06);
  const carOf = marketCars(cars + grown, begin);
  const cloud = new CountedCloud(cars, carOf);
  await cloud.start();
  const { revalueCatalog } = await import('#functions/valuation/revalue.ts');
  const hours: Hour[] = [];
  let nowMs = begin;
  clock.now = () => new Date(nowMs);
  // The job's time limits are compared with the processor time of the product alone, so that a busy machine and the fake table
  // do not count. Waiting for a real table is not included.
  performance.now = () => (processorSeconds() - cloud.imitationSeconds) * 1000;
  const runHour = async (hour: string, changed: number) => {
    nowMs += hourMs / 2;
    cloud.startCounting();
    const fromMs = performance.now();
    await revalueCatalog();
    const took = (performance.now() - fromMs) / 1000;
    hours.push({ hour, cars: cloud.cars, changed, ...cloud.asked, processorSeconds: took });
    const { itemsRead, itemsWritten } = cloud.asked;
    process.stderr.write(
      `${cars} cars, ${hour}: ${round(took)} s of processor, ${itemsRead} cars read, ${itemsWritten} written\n`,
    );
    nowMs += hourMs / 2;
  };
  const change = (ordinal: number, share: number) => {
    const car = cloud.car(ordinal);
    cloud.put(ordinal, {
      ...car,
      priceDkk: Math.round(car.priceDkk * share),
      updatedAt: new Date(nowMs).toISOString(),
    });
  };
  // A large catalog takes several hours, each of which reads and rates as much as its time limit allows.
  do await runHour('the first', cars);
  while (!cloud.isBookFilled || cloud.asked.itemsWritten > cars / 1000);
  await runHour('nothing new', 0);
  const some = Math.round(cars * movedShare);
  for (let n = 0; n < some; n++) change(n * Math.floor(1 / movedShare), 0.95);
  await runHour('cars changed', some);
  if (!values['without-fit']) {
    cloud.cars += grown;
    for (let n = cars; n < cloud.cars; n++) change(n, 1);
    await runHour('fitted anew', grown);
  }
  cloud.stop();
  return { cars, hours, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

const round = (value: number, digits = 0) => Number(value.toFixed(digits));
/** The hours until every car is read and rated. */
const firstOf = ({ hours }: Result) => hours.filter(({ hour }) => hour === 'the first');
/**
 * The read units of an hour before the book existed (decision 13): like the first hours, it read every car and the index twice.
 * If the first hours are several, the index is counted once for each.
 */
const formerUnits = (result: Result) => firstOf(result).reduce((sum, { readUnits }) => sum + readUnits, 0);

function show(result: Result): string {
  const rows = result.hours.map(
    (hour) =>
      `  ${hour.hour.padEnd(14)} ${String(hour.changed).padStart(9)} ${String(round(hour.readUnits)).padStart(11)} ${String(hour.itemsRead).padStart(9)} ${String(hour.itemsWritten).padStart(9)} ${hour.processorSeconds.toFixed(1).padStart(10)} ${(hour.objectBytes / 1e6).toFixed(1).padStart(9)}`,
  );
  return [
    `${result.cars} cars, peak of ${round(result.peakMegabytes)} MB`,
    '  hour             changed  read units      read   written  processor  MB kept',
    ...rows,
  ].join('\n');
}

if (values.measure) process.stdout.write(`${JSON.stringify(await measure(Number(values.measure)))}\n`);
else {
  const results = values.cars.split(',').map((cars) => {
    const options = ['--measure', cars, '--moved', values.moved];
    const result = inOwnProcess<Result>(['--max-old-space-size=12000'], fileURLToPath(import.meta.url), [
      ...options,
      ...(values['without-fit'] ? ['--without-fit'] : []),
    ]);
    process.stdout.write(`${show(result)}\n`);
    return result;
  });
  const sizes = results.map((result) => {
    const changed = result.hours.find(({ hour }) => hour === 'cars changed')!;
    const fittedAnew = result.hours.find(({ hour }) => hour === 'fitted anew');
    return {
      cars: result.cars,
      readUnits: round(changed.readUnits),
      readUnitsPerChangedCar: round(changed.readUnits / changed.changed, 2),
      shareOfFormerReadUnits: round(changed.readUnits / formerUnits(result), 4),
      processorSeconds: round(changed.processorSeconds, 1),
      hoursUntilRated: firstOf(result).length,
      ...(fittedAnew && { processorSecondsFittedAnew: round(fittedAnew.processorSeconds, 1) }),
      peakMegabytes: round(result.peakMegabytes),
    };
  });
  process.stdout.write(`${JSON.stringify({ sizes })}\n`);
}
