/**
 * `npm run simulate -- growth --people 200 --cars 10000 --days 1 [--links N] [--moved 0.02] [--seed 1]`: the product's own
 * functions live so many days of people, links that are asked every hour and a catalog, by a clock that is moved, in a cloud
 * in memory that counts: what each function read, wrote and took. The last line is JSON, which `npm run ops -- cost --grown FILE`
 * turns into money.
 */

import { writeSync } from 'node:fs';
import { lanesOf, linksPerHour } from '#core/searches/capacity.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { consumed, countCalls, gbSecondsOf, type Tally } from './growth/count-calls.ts';
import { buildTown, habits } from './growth/town.ts';
import { startWorld } from './seeded/world.ts';

const values = readOptions(headerOf(import.meta.filename), {
  people: { type: 'string', default: '200' },
  cars: { type: 'string', default: '10000' },
  days: { type: 'string', default: '1' },
  links: { type: 'string' },
  moved: { type: 'string', default: '0.02' },
  seed: { type: 'string', default: '1' },
});
const [people, cars, days] = [Number(values.people), Number(values.cars), Number(values.days)];
const links = Number(values.links ?? Math.max(1, Math.round(people * 0.3)));
const say = (text: string) => writeSync(1, `${text}\n`);
// The functions' own log would be longer than what is to be said.
process.stdout.write = () => true;

const startedMs = performance.now();
const { meter, byName } = countCalls();
const world = await startWorld(Number(values.seed), meter);
let visitsAtOnce = 2;
while (linksPerHour({ pauseSeconds: 3, lanes: lanesOf(visitsAtOnce) }) < links) visitsAtOnce++;
Object.assign(process.env, {
  ...{ RATE_FACTOR: '1000000', NEW_ACCOUNT_SCRAPES: '1000', VISITS_AT_ONCE: String(visitsAtOnce) },
});
world.calmDown();
const town = await buildTown(world, { people, cars, links, movedShare: Number(values.moved) });
const queueNames = ['scrape', 'identify', 'rate', 'notify'] as const;

async function workOff(): Promise<void> {
  for (;;) {
    let moved = await world.publishSome();
    for (const queue of queueNames) moved += await world.deliver(queue);
    if (moved === 0) return;
  }
}

/** The hour's changes first, then what the clock sets going. */
async function strikeHour(hour: number): Promise<void> {
  await town.hour();
  await world.strike('dispatch');
  await world.strike('revalue');
  await world.strike('erase');
  if (hour % 24 === 0) await world.strike('reconcile');
}

const hourMs = 3_600_000;
const toFullHour = () => world.machine.advance(hourMs - (world.now() % hourMs));

/** A minute, with what the clock sets going in it. */
async function live(minute: number): Promise<void> {
  if (minute % 60 === 0) await strikeHour(minute / 60);
  if (minute % 15 === 0) await world.strike('catalog');
  await town.minute();
  await workOff();
  world.machine.advance(60_000);
  await world.strike('sweep');
  await world.strike('deliver');
  await workOff();
}

/** The first rating reads the whole catalog, a link's first run all its ads: once in their life, and no part of a day. */
await world.strike('revalue');
await world.strike('catalog');
world.stream.splice(0);
toFullHour();
for (let minute = 1; minute < 60; minute++) {
  if (minute === 1) await world.strike('dispatch');
  await live(minute);
}
toFullHour();
byName.clear();
const { searches, items } = world.marketplace.visits;
const before = { searches: searches.length, items: items.length, imports: town.counts.imports };
const carsBefore = world.cloud.table.all().length;
Object.assign(town.counts, { visits: 0, carsMoved: 0, newAds: 0 });
for (let minute = 0; minute < days * 24 * 60; minute++) await live(minute);

const { visits, carsMoved, newAds } = town.counts;
const imports = town.counts.imports - before.imports;
// Every ad of an import is new: its page is read.
const importedCars = imports * habits.carsPerImport;
const byHand = { searches: imports, items: importedCars };
const visited = {
  byHand,
  hourly: {
    searches: searches.length - before.searches - byHand.searches,
    items: items.length - before.items - byHand.items,
  },
};
const round = (value: number, digits = 0) => Number(value.toFixed(digits));
const perDay = (value: number, digits = 0) => round(value / days, digits);
const columns = ['runs', 'reads', 'writes', 'queues', 'object MB', 'GB-seconds'];
const rowOf = (name: string, tally: Tally) => [
  perDay(tally.invocations),
  perDay(tally.readUnits),
  perDay(tally.writeUnits),
  perDay(tally.queueRequests),
  perDay(tally.objectBytes / 1e6, 1),
  perDay(gbSecondsOf(name, tally, visited), 1),
];
const rows = [...byName]
  .map(([name, tally]) => ({ name, tally, figures: rowOf(name, tally) }))
  .sort((a, b) => b.figures[5]! - a.figures[5]!);
const line = (name: string, figures: readonly unknown[]) =>
  `${name.padEnd(42)}${figures.map((figure) => String(figure).padStart(12)).join('')}`;
say(
  `${people} people, ${cars} cars, ${links} links asked every hour, ${days} days: of one day\n${line('', columns)}`,
);
for (const { name, figures } of rows) say(line(name, figures));
const sum = (pick: (tally: Tally) => number) => rows.reduce((total, { tally }) => total + pick(tally), 0);
const revalued = byName.get('revalue');
const changed = carsMoved + newAds;
say(
  JSON.stringify({
    ...{ people, cars, days, links, visitsAtOnce, habits },
    seconds: round((performance.now() - startedMs) / 1000),
    perDay: {
      ...{
        visits: perDay(visits),
        imports: perDay(imports),
        pages: perDay(searches.length - before.searches + items.length - before.items),
      },
      ...{ carsMoved: perDay(carsMoved), newAds: perDay(newAds) },
      items: perDay(world.cloud.table.all().length - carsBefore),
      invocations: perDay(sum(({ invocations }) => invocations)),
      reads: perDay(sum(({ readUnits }) => readUnits)),
      writes: perDay(sum(({ writeUnits }) => writeUnits)),
      objectMegabytes: perDay(sum(({ objectBytes }) => objectBytes) / 1e6, 1),
      gbSeconds: perDay(
        rows.reduce((total, { name, tally }) => total + gbSecondsOf(name, tally, visited), 0),
      ),
    },
    readsPerChangedCar: round((revalued?.readUnits ?? 0) / changed, 2),
    consumption: consumed(byName, visited, { visits, importedCars, foundCars: newAds - importedCars }),
  }),
);
process.exit(0);
