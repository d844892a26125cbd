import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRefused } from '#core/searches/automated-search.ts';
import { countOf } from '#tests/support/count-happenings.ts';
import { liveAWeek, type Run, type Week, type WeekOptions } from './week/live-a-week.ts';
import type { Followed } from './week/people.ts';

const hourMs = 3_600_000;
/**
 * WEEK_PEOPLE=1000 WEEK_HOURS=180 is the full simulation: 1,500 searches, the week and its end. Every build lives the
 * first hours. WEEK_AT_ONCE=1 lives it one invocation at a time, so that two runs print the same trace.
 */
const people = Number(process.env.WEEK_PEOPLE ?? 8);
const hours = Number(process.env.WEEK_HOURS ?? 18);
const options: WeekOptions = {
  people,
  links: Math.max(3, Math.round(people / 20)),
  hours,
  seed: 20_261_102,
  throttleShare: 0.002,
  atOnce: Number(process.env.WEEK_AT_ONCE ?? 8),
};

let week: Week;
beforeAll(async () => {
  const startedMs = performance.now();
  week = await liveAWeek(options);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const told = [...week.notifications.values()].flat().length;
  console.info(
    `${people} people, ${week.followed.length} searches, ${options.links} links, ${options.hours} hours: ${week.runs.filter(({ visits }) => visits > 0).length} runs, ${told} notifications, ${week.throttled} writes refused, ${seconds} s, trace ${week.trace}`,
  );
}, 3_600_000);

/** A search is followed in the run of an hour that began while it lasted. */
const isFollowedIn = (search: Followed, { href, hour }: Pick<Run, 'href' | 'hour'>) =>
  search.href === href && search.startMs < hour * hourMs && hour * hourMs < search.endMs;

/** Who is told with the next hour is not told what was found in the hour in which they cancelled. */
const isToldOf = (search: Followed, run: Run) =>
  isFollowedIn(search, run) &&
  (search.isPremium || !search.isCancelled || (run.hour + 1) * hourMs < search.endMs);

/** A run that our own faults ended gives what it had done; every other gives what the marketplace showed. */
const carsOf = ({ showing, job, doneAds, visits }: Run): readonly string[] =>
  visits === 0 ? [] : job?.failure === 'internal' ? doneAds : showing.carIds;

const searchesOf = (userId: string) => week.followed.filter((search) => search.userId === userId);
const users = () => [...new Set(week.followed.map(({ userId }) => userId))];
const newCarsTold = (userId: string) =>
  week.notifications
    .get(userId)!
    .filter(({ alert }) => alert.kind === 'new_cars')
    .reduce((sum, { alert }) => sum + countOf(alert), 0);

describe('a week of automated searches', () => {
  it('a week of automated searches reports every new car to every follower and no other car', () => {
    const wrong = users().flatMap((userId) => {
      const cars = searchesOf(userId).flatMap((search) =>
        week.runs.filter((run) => isToldOf(search, run)).flatMap(carsOf),
      );
      const expected = [...new Set(cars)].sort();
      const told = new Set(week.seenNewCars.get(userId));
      const missing = expected.filter((carId) => !told.has(carId));
      return missing.length > 0 ? [`${userId} was not told of ${missing.join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('a week of automated searches reports each car once', () => {
    const wrong = users()
      .filter((userId) => !searchesOf(userId).some(({ isCancelled }) => isCancelled))
      .filter((userId) => newCarsTold(userId) !== week.seenNewCars.get(userId)!.length)
      .map((userId) => `${userId}: ${newCarsTold(userId)} of ${week.seenNewCars.get(userId)!.length}`);
    expect(wrong).toEqual([]);
    for (const userId of users())
      expect(newCarsTold(userId)).toBeLessThanOrEqual(new Set(week.seenNewCars.get(userId)).size);
  });

  it('a search reports nothing after its cancellation or its end', () => {
    const late = users().flatMap((userId) =>
      week.notifications.get(userId)!.filter(({ alert, createdAt }) => {
        if (alert.kind !== 'new_cars') return false;
        const search = searchesOf(userId).find(({ id }) => id === alert.search!.id)!;
        return Date.parse(createdAt) > search.endMs;
      }),
    );
    expect(late).toEqual([]);
  });

  it('each followed link runs once an hour unless it rests after a refusal', () => {
    const problems: string[] = [];
    const rest = new Map<string, { untilMs: number; refusals: number }>();
    for (const run of week.runs) {
      const { href, hour, visits, job } = run;
      const isFollowed = week.followed.some((search) => isFollowedIn(search, run));
      const state = rest.get(href) ?? { untilMs: 0, refusals: 0 };
      const isExtended = week.followed.some(
        (search) =>
          search.href === href && hourMs * (hour - 1) < search.startMs && search.startMs < hourMs * hour,
      );
      if (isExtended && state.untilMs === Infinity) Object.assign(state, { untilMs: 0 });
      const isResting = hour * hourMs < state.untilMs;
      if (job && (job.failure === null || job.failure === 'empty' || job.failure === 'internal'))
        Object.assign(state, { untilMs: 0, refusals: 0 });
      else if (job) {
        const refusals = state.refusals + 1;
        const waits = [1, 6][refusals - 1];
        const untilMs = waits === undefined ? Infinity : Date.parse(job.updatedAt) + waits * hourMs;
        Object.assign(state, { untilMs, refusals });
      }
      rest.set(href, state);
      const name = `${href} in hour ${hour}`;
      if (job && !isFollowed) problems.push(`${name} ran for nobody`);
      if (!job && isFollowed && !isResting) problems.push(`${name} did not run`);
      if (visits > 1 && job?.failure === null && week.throttled === 0)
        problems.push(`${name} was visited twice`);
      if (job && visits === 0) problems.push(`${name} was not visited`);
    }
    expect(problems).toEqual([]);
  });

  it('the simulated week contained all the intended faults', () => {
    expect(week.followed).toHaveLength(Math.round(people * 1.5));
    expect(week.throttled).toBeGreaterThan(0);
    expect(week.runs.some(({ job }) => job !== null && isRefused(job))).toBe(true);
    expect(week.followed.some(({ isCancelled }) => isCancelled)).toBe(true);
  });
});

describe('the same seed', () => {
  afterAll(() => vi.resetModules());

  it('the same seed gives the same week', async () => {
    const short: WeekOptions = { ...options, people: 8, links: 3, hours: 20, atOnce: 1 };
    vi.resetModules();
    const first = await liveAWeek(short);
    vi.resetModules();
    const second = await liveAWeek(short);
    expect(second.trace).toBe(first.trace);
    vi.resetModules();
    expect((await liveAWeek({ ...short, seed: short.seed + 1 })).trace).not.toBe(first.trace);
  }, 600_000);
});
