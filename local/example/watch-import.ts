import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import type { ExampleStatus } from '#core/imports/example-import.ts';
import { type Member, pause } from './member.ts';

/** More often than a browser with an open live feed gets news. */
const lookEveryMs = 100;

export type Watched = { statuses: ExampleStatus[]; cars: { atMs: number; car: WireCar }[] };

const isSame = (a: ExampleStatus | undefined, b: Omit<ExampleStatus, 'atMs'>) =>
  a?.status === b.status &&
  a.percent === b.percent &&
  a.carsFound === b.carsFound &&
  a.carsDone === b.carsDone;

async function untilTrue(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(lookEveryMs);
}

/** Imports a link and records what a browser would show and when: each change of the status, each car of the list. */
export async function watchImport(member: Member, link: string): Promise<Watched> {
  const { jobId } = await member.ask<{ jobId: string }>('POST', '/scrape', { url: link });
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const statuses: ExampleStatus[] = [];
  const cars = new Map<string, Watched['cars'][number]>();
  const lookAtStatus = async (): Promise<boolean> => {
    const { status: wire } = await member.ask<{ status: ScrapeStatusWire }>('GET', '/api/scrape-status');
    if (wire.failure !== null) throw new Error(`The import ended with "${wire.failure}".`);
    const { status, percent, carsFound, carsDone } = wire;
    const shown = { status, percent, carsFound, carsDone };
    if (!isSame(statuses.at(-1), shown)) statuses.push({ atMs: elapsedMs(), ...shown });
    return status === 'completed';
  };
  const lookAtList = async (): Promise<boolean> => {
    const list = await member.ask<CarListWire>('GET', `/api/cars?import=${jobId}&sort=scraped_desc`);
    const atMs = elapsedMs();
    // The list has the newest first: of several new cars the oldest is recorded first.
    for (const car of list.cars.toReversed()) {
      if (car.locked) throw new Error('A member with Premium sees every car.');
      cars.set(car.id, { atMs: cars.get(car.id)?.atMs ?? atMs, car });
    }
    const last = statuses.at(-1);
    return last?.status === 'completed' && list.totalCount === last.carsDone;
  };
  await Promise.all([untilTrue(lookAtStatus), untilTrue(lookAtList)]);
  return { statuses, cars: [...cars.values()] };
}
