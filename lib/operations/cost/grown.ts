import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Refusal } from '#lib/refusal.ts';
import { addUp, type Consumption, heldOfThousandCars } from './consumption.ts';
import { type Priced, prices } from './prices.ts';

const daysOfMonth = 30;
const names = Object.keys(prices) as [Priced, ...Priced[]];
const consumption = z.partialRecord(z.enum(names), z.number());

/** The last line of `npm run simulate -- growth`: what so many days of so many people, links and cars took, by what it grows with. */
const grown = z.object({
  people: z.number().positive(),
  cars: z.number().positive(),
  links: z.number().positive(),
  days: z.number().positive(),
  consumption: z.object({ people: consumption, links: consumption, cars: consumption, clock: consumption }),
});
export type Grown = z.infer<typeof grown>;

/** @throws Refusal where the file does not end with such a line */
export function readGrown(path: string): Grown {
  try {
    const last = readFileSync(path, 'utf8').trim().split('\n').at(-1)!;
    return grown.parse(JSON.parse(last));
  } catch {
    throw new Refusal(`${path} does not end with the figures of "npm run simulate -- growth".`);
  }
}

/** A month of so many people, links asked every hour and cars, each part in proportion to what it grows with. */
export function monthOf(
  { people, cars, links, days, consumption: of }: Grown,
  size: { people: number; cars: number; links: number },
): Consumption {
  const months = daysOfMonth / days;
  return addUp([
    [of.people, (months * size.people) / people],
    [of.links, (months * size.links) / links],
    [of.cars, (months * size.cars) / cars],
    [of.clock, months],
    [heldOfThousandCars, size.cars / 1_000],
    [{ people: 1 }, size.people],
  ]);
}

/** Of a month in which nobody comes, what the simulation has not counted: what stands there, and the queues' polls. */
export function standing({
  alarms = 0,
  dashboards = 0,
  secrets = 0,
  queueRequests = 0,
}: Consumption): Consumption {
  return { alarms, dashboards, secrets, queueRequests };
}
