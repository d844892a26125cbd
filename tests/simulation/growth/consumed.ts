import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type WorkerRow, workers } from '#core/contract/workers.ts';
import { itemSeconds, searchSeconds } from '#core/searches/capacity.ts';
import {
  addUp,
  type Consumption,
  type Grown,
  ofOneCarsPhotos,
  ofOneVisitsSite,
  plateSeconds,
} from '#lib/operations/cost.ts';
import { hourly } from '../seeded/meter.ts';
import type { Tally } from './count-calls.ts';

/** The rows of workers by the names under which the simulated world strikes them. */
const workerOf: Readonly<Record<string, keyof typeof workers>> = {
  ...{ scrape: 'scrape', identify: 'identify', rate: 'rate', notify: 'notify', publish: 'publish' },
  ...{ deliver: 'deliver-waiting', dispatch: 'dispatch-searches', erase: 'finish-erasures', sweep: 'sweep' },
  ...{ reconcile: 'reconcile-payments', catalog: 'write-catalog', revalue: 'revalue' },
};
const ofCars = ['revalue', 'catalog'];
const ofClock = ['sweep', 'deliver', 'erase'];
/** They bring binaries that exist for x86-64. */
const onX86 = ['scrape', 'identify'];

const usualMemoryMb = 256;
/** Memory that brings a whole processor, and what one call of a service takes at AWS. */
export const memoryOfProcessorMb = 1769;
export const callSeconds = 0.004;
const pauseSeconds = 3;

/** What the marketplace was asked meanwhile, which no function of this simulation waits for: by imports and by hourly runs. */
type Pages = { searches: number; items: number };
export type Visited = { byHand: Pages; hourly: Pages };

const kindOf = (name: string): string => name.replace(` ${hourly}`, '');
const isHourly = (name: string): boolean => name.endsWith(` ${hourly}`) || name === 'dispatch';

export function memoryOf(name: string): number {
  const worker = workerOf[kindOf(name)];
  const row: WorkerRow | RouteRow = worker ? workers[worker] : contract[name as keyof typeof contract];
  return row.memoryMb ?? usualMemoryMb;
}

/** Gigabyte-seconds: processor time as measured, stretched by the share of a processor; waits and pages by what they take. */
export function gbSecondsOf(name: string, tally: Tally, visited: Visited): number {
  const memoryMb = memoryOf(name);
  const share = Math.min(1, memoryMb / memoryOfProcessorMb);
  const pages = isHourly(name) ? visited.hourly : visited.byHand;
  const waits = {
    scrape: pages.searches * searchSeconds + pages.items * (itemSeconds + pauseSeconds),
    identify: tally.invocations * plateSeconds,
  }[kindOf(name)];
  const seconds = tally.processorSeconds / share + tally.calls * callSeconds + (waits ?? 0);
  return (memoryMb / 1024) * seconds;
}

function consumptionOf(name: string, tally: Tally, visited: Visited): Consumption {
  const gbSeconds = gbSecondsOf(name, tally, visited);
  const kind = kindOf(name);
  const isRoute = workerOf[kind] === undefined;
  // Each delivery is taken from its queue and deleted.
  const deliveries = ['scrape', 'identify', 'rate', 'notify'].includes(kind) ? 2 * tally.invocations : 0;
  return {
    ...(isRoute && { apiRequests: tally.invocations }),
    ...(onX86.includes(kind) ? { lambdaX86: gbSeconds } : { lambdaArm: gbSeconds }),
    invocations: tally.invocations,
    queueRequests: tally.queueRequests + deliveries,
    busEvents: tally.busEvents,
    tableReads: tally.readUnits,
    tableWrites: tally.writeUnits,
    objectWrites: tally.objectWrites,
    logGb: (tally.invocations * 700) / 1e9,
  };
}

/** What so many days took, by what it grows with: the people, the links asked every hour, the catalog, or the clock alone. */
export function consumed(
  byName: ReadonlyMap<string, Tally>,
  visited: Visited,
  { visits, importedCars, foundCars }: { visits: number; importedCars: number; foundCars: number },
): Grown['consumption'] {
  const of = (isMine: (name: string) => boolean) =>
    addUp(
      [...byName]
        .filter(([name]) => isMine(name))
        .map(([name, tally]) => [consumptionOf(name, tally, visited), 1]),
    );
  return {
    people: addUp([
      [of((name) => ![...ofCars, ...ofClock].includes(name) && !isHourly(name)), 1],
      [ofOneVisitsSite, visits],
      [{ objectWrites: ofOneCarsPhotos.objectWrites }, importedCars],
    ]),
    links: addUp([
      [of(isHourly), 1],
      [{ objectWrites: ofOneCarsPhotos.objectWrites }, foundCars],
    ]),
    cars: of((name) => ofCars.includes(name)),
    clock: of((name) => ofClock.includes(name)),
  };
}
