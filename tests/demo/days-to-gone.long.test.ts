import { expect, it } from 'vitest';
import { toCard } from '#core/cars/card.ts';
import { DaysOfModels } from '#core/cars/listing-life.ts';
import { median } from '#core/valuation/statistics.ts';
import { type Ad, createWorld } from '#demo/cars/world.ts';
import { makeCar } from '#tests/support/make-car.ts';

const startMs = Date.parse('2026-11-01T00:00:00.000Z');
const hourMs = 3_600_000;
const at = (hour: number) => new Date(startMs + hour * hourMs).toISOString();
const watchedHours = 21 * 24;
const mostHours = watchedHours + 60 * 24;

type Seen = { ad: Ad; firstHour: number; goneHour: number | null };

/** Looks at the marketplace every hour: what is new, and what is sold or no longer there. */
function lookAtEveryHour(
  world: ReturnType<typeof createWorld>,
  seen: Map<string, Seen>,
  until: number,
): void {
  for (let { hour } = world; hour <= until; hour++) {
    const offered = world.ads().filter(({ state }) => state !== 'sold');
    for (const ad of offered) if (!seen.has(ad.id)) seen.set(ad.id, { ad, firstHour: hour, goneHour: null });
    const ids = new Set(offered.map(({ id }) => id));
    for (const [id, each] of seen) if (!ids.has(id) && each.goneHour === null) each.goneHour = hour;
    world.advance(1);
  }
}

const nameOf = ({ car }: Ad) => `${car.make} ${car.model}`;

it('tells of the demo’s models after how many days half of their cars are gone, within a tenth of what is true', () => {
  const world = createWorld(7);
  const seen = new Map<string, Seen>();
  lookAtEveryHour(world, seen, watchedHours);
  const now = at(watchedHours);
  const cards = [...seen.values()].map(({ ad, firstHour, goneHour }) =>
    toCard(
      makeCar({
        ...{ id: ad.id, make: ad.car.make, model: ad.car.model },
        // Looked at a moment after each hour.
        ...{ listedAt: at(ad.listedAtHour), firstSeenAt: at(firstHour + 0.01), scrapedAt: now },
        ...(goneHour === null
          ? { availability: 'live', goneAt: null }
          : { availability: 'gone', goneAt: at(goneHour) }),
      }),
    ),
  );
  const days = new DaysOfModels(now);
  for (const card of cards) days.add(card);
  const told = new Map(days.figures().map((each) => [`${each.make} ${each.model}`, each]));
  // What the marketplace knows in the end: how long each ad stood that was put up while it was watched.
  const ofThen = [...seen.values()].filter(({ ad }) => ad.listedAtHour > 0);
  lookAtEveryHour(world, seen, mostHours);
  const byModel = Map.groupBy(ofThen, ({ ad }) => nameOf(ad));
  const common = [...byModel].filter(([, own]) => own.length >= 50);
  expect(common.length).toBeGreaterThan(5);
  const wrong = common.flatMap(([name, own]) => {
    const trueDays = median(own.map(({ ad, goneHour }) => ((goneHour ?? mostHours) - ad.listedAtHour) / 24));
    const days = told.get(name)?.days ?? null;
    const isRight = days !== null && Math.abs(days - trueDays) <= 0.1 * trueDays + 0.05;
    return isRight ? [] : [`${name}: ${days} days, in truth ${trueDays.toFixed(2)}, of ${own.length}`];
  });
  expect(wrong).toEqual([]);
});
