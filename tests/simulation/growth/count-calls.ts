import { AsyncLocalStorage } from 'node:async_hooks';
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
import type { Item } from '../seeded/expressions.ts';
import { hourly, type Meter } from '../seeded/machine.ts';
import { type Change, projected } from '../seeded/memory-table.ts';

/** What one function asked of the cloud, in all its runs. */
export type Tally = {
  invocations: number;
  /** Strongly consistent reads of 4 KiB, and writes of 1 KiB, as the table bills them. */
  readUnits: number;
  writeUnits: number;
  queueRequests: number;
  busEvents: number;
  objectReads: number;
  objectWrites: number;
  objectBytes: number;
  /** Calls that a function waits for. */
  calls: number;
  processorSeconds: number;
};

const nothing = (): Tally => ({
  ...{ invocations: 0, readUnits: 0, writeUnits: 0, queueRequests: 0, busEvents: 0 },
  ...{ objectReads: 0, objectWrites: 0, objectBytes: 0, calls: 0, processorSeconds: 0 },
});

const readBytes = 4096;
const writeBytes = 1024;

/** About as many bytes as the table counts. */
const bytesOf = (value: unknown): number =>
  value === undefined
    ? 0
    : Buffer.byteLength(
        JSON.stringify(value, (_, field: unknown) => (field instanceof Set ? [...field] : field)),
      );
const units = (bytes: number, each: number) => Math.max(1, Math.ceil(bytes / each));

function inIndex(item: Item | undefined, index: string): Item | null {
  if (!item || item[`${index}pk`] === undefined || item[`${index}sk`] === undefined) return null;
  const names = ['pk', 'sk', `${index}pk`, `${index}sk`, ...projected[index]!];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** What a change costs in an index: nothing where it shows there in nothing, twice where it moves. */
function indexUnits({ before, after }: Change, index: string): number {
  const [was, is] = [inIndex(before, index), inIndex(after, index)];
  if (!was && !is) return 0;
  if (was && is && JSON.stringify(was) === JSON.stringify(is)) return 0;
  const isMoved = was && is && was[`${index}sk`] !== is[`${index}sk`];
  return units(bytesOf(is ?? was), writeBytes) * (isMoved ? 2 : 1);
}

/** Counts for each function what it asks of the cloud, and the processor's time that it takes. */
export function countCalls() {
  const byName = new Map<string, Tally>();
  const running = new AsyncLocalStorage<Tally>();
  let isTransaction = false;
  /** What is asked aside of all functions (a world that is set up) counts for nobody. */
  const tally = () => running.getStore() ?? nothing();

  const readUnits = (command: string, input: Item, answer: Item): number => {
    if (command === 'GetCommand') {
      const whole = units(bytesOf(answer.Item), readBytes);
      return input.ConsistentRead === false ? whole / 2 : whole;
    }
    if (command === 'QueryCommand') {
      const whole = units(bytesOf(answer.Items), readBytes);
      return input.ConsistentRead === true ? whole : whole / 2;
    }
    if (command !== 'BatchGetCommand') return 0;
    const asked = Object.values(input.RequestItems as Record<string, { Keys: unknown[] }>)[0]!.Keys.length;
    const found = Object.values(answer.Responses as Record<string, Item[]>).flat();
    return (
      found.reduce((sum, item) => sum + units(bytesOf(item), readBytes), 0) +
      Math.max(0, asked - found.length)
    );
  };

  const meter: Meter = {
    async within(name, work) {
      const mine = byName.get(name) ?? nothing();
      byName.set(name, mine);
      mine.invocations++;
      const from = process.cpuUsage();
      try {
        return await running.run(mine, work);
      } finally {
        const { user, system } = process.cpuUsage(from);
        mine.processorSeconds += (user + system) / 1e6;
      }
    },
    calling(command) {
      isTransaction = command === 'TransactWriteCommand';
    },
    called(service, command, input, answer) {
      const mine = tally();
      mine.calls++;
      if (service === 'queues') mine.queueRequests++;
      if (service === 'bus') mine.busEvents += (input.Entries as unknown[]).length;
      if (service === 'objects' && command === 'PutObjectCommand') {
        mine.objectWrites++;
        mine.objectBytes += (input.Body as Uint8Array).length;
      }
      if (service !== 'table') return;
      mine.readUnits += readUnits(command, input, answer);
      // A condition on another item is billed as a write of it.
      if (command === 'TransactWriteCommand')
        mine.writeUnits += 2 * (input.TransactItems as Item[]).filter((step) => step.ConditionCheck).length;
    },
    changed(change) {
      const item = units(Math.max(bytesOf(change.before), bytesOf(change.after)), writeBytes);
      const ofIndexes = Object.keys(projected).reduce((sum, index) => sum + indexUnits(change, index), 0);
      tally().writeUnits += (isTransaction ? 2 : 1) * item + ofIndexes;
    },
    asked({ url }, { status, body }) {
      const mine = tally();
      mine.calls++;
      if (status !== 200 || !/^\/simulated-/.test(url.pathname)) return;
      mine.objectReads++;
      mine.objectBytes += body.length;
    },
  };
  return { meter, byName };
}

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
