import { createHash } from 'node:crypto';
import type { Notification } from '#core/alerts/alert.ts';
import type { Job } from '#core/imports/job.ts';
import { hourOf } from '#core/searches/automated-search.ts';
import { listingIdsOf } from '#tests/support/car-ids.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { createMarket, type Showing } from './market.ts';
import { type Followed, planPeople } from './people.ts';
import { installThrottles } from './throttles.ts';

export type WeekOptions = {
  people: number;
  links: number;
  hours: number;
  seed: number;
  throttleShare: number;
  /** Invocations side by side. One at a time, nothing depends on which of two writes the table takes first. */
  atOnce: number;
};

/** One run as the marketplace saw it and as the product remembers it. */
export type Run = {
  href: string;
  hour: number;
  visits: number;
  showing: Showing;
  job: Job | null;
  /** The ads of the job's cars that are done. */
  doneAds: string[];
};

export type Week = {
  followed: readonly Followed[];
  runs: readonly Run[];
  notifications: ReadonlyMap<string, Notification[]>;
  seenNewCars: ReadonlyMap<string, string[]>;
  throttled: number;
  deadLetters: number;
  /** A digest of all that people were told and when. */
  trace: string;
};

const hourMs = 3_600_000;
const stepMs = 5 * 60_000;
const hashOf = (href: string) => createHash('sha256').update(href).digest('base64url').slice(0, 32);

/** Everything of this hour is done by half past, when people act. */
async function passHour(
  world: PipelineWorld,
  tools: { dispatch: (event: { time: string }) => Promise<void>; flush: () => Promise<void> },
  { copies, atOnce }: { copies: number; atOnce: number },
  hour: number,
): Promise<void> {
  await tools.flush();
  for (let attempt = 1; ; attempt++) {
    try {
      await tools.dispatch({ time: new Date().toISOString() });
      break;
    } catch (error) {
      // As EventBridge does: three times.
      if (attempt === 3) throw error;
    }
  }
  const untilMs = Date.now() + 25 * 60_000;
  while (Date.now() < untilMs) {
    while (await world.deliver({ copies, seed: hour, atOnce }));
    await world.sweep();
    world.advance(stepMs);
  }
  while (await world.deliver({ atOnce }));
  for (let extra = 0; (await openJobs()).length > 0 && extra < 12; extra++) {
    world.advance(60_000);
    await world.sweep();
    while (await world.deliver({ atOnce }));
  }
  await tools.flush();
  while (await world.deliver({ atOnce }));
}

/** A week of hours: the marketplace turns, the rule strikes, people act, and at the end everything is looked at. */
export async function liveAWeek(options: WeekOptions): Promise<Week> {
  const { people: count, links, hours, seed, throttleShare, atOnce } = options;
  const world = await startPipelineWorld('2026-11-02T00:00:00.000Z', { hasAlerts: true });
  const throttles = installThrottles(seed, throttleShare);
  try {
    const searches = await loadSearches(world);
    const { deliverWaitingWorker: flush } = await import('#functions/alerts/workers.ts');
    const { getJob } = await import('#functions/imports/job-store.ts');
    const market = createMarket(world, links, seed);
    const people = await planPeople(searches, market.hrefs, count, hours, seed + 1);
    while (await world.deliver());
    const beginsMs = Date.now();
    const runs: Run[] = [];
    for (let n = 0; n < hours; n++) {
      world.advance(beginsMs + n * hourMs - Date.now());
      const hour = hourOf(new Date());
      const showings = market.turn();
      world.marketplace.visits.searches.length = 0;
      const copies = n % 5 === 4 ? 2 : 1;
      await throttles.during(() =>
        passHour(world, { dispatch: searches.dispatch, flush }, { copies, atOnce }, hour),
      );
      for (const href of market.hrefs) {
        const job = await getJob(`${hashOf(href)}-${hour}`);
        runs.push({
          ...{ href, hour, showing: showings.get(href)! },
          visits: world.marketplace.visits.searches.filter((visited) => visited === href).length,
          job,
          doneAds: await listingIdsOf([...(job?.done ?? [])]),
        });
      }
      world.advance(Math.max(0, beginsMs + n * hourMs + hourMs / 2 - Date.now()));
      await people.act(n);
      await flush();
      while (await world.deliver());
    }
    // What was found in the last hour is told with the next.
    world.advance(beginsMs + hours * hourMs - Date.now());
    await flush();
    while (await world.deliver());
    return {
      ...(await look(people.followed)),
      runs,
      followed: people.followed,
      throttled: throttles.count(),
      deadLetters: world.queues.counts('dead').visible,
    };
  } finally {
    throttles.uninstall();
    await world.close();
  }
}

/** What people were told, straight from the table. */
async function look(followed: readonly Followed[]) {
  const { listNotifications } = await import('#functions/alerts/store.ts');
  const { queryAll } = await import('#functions/platform/table.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  const notifications = new Map<string, Notification[]>();
  const seenNewCars = new Map<string, string[]>();
  const lines: string[] = [];
  for (const userId of [...new Set(followed.map((each) => each.userId))].sort()) {
    const all = await listNotifications(userId);
    notifications.set(userId, all);
    const seen = await queryAll(userKeys.partition(userId), 'SEEN#');
    const newCars = seen.map(({ sk }) => sk.split('#')).filter(([, , kind]) => kind === 'new_cars');
    seenNewCars.set(userId, await listingIdsOf(newCars.map(([, id]) => id!)));
    for (const { createdAt, alert } of all)
      lines.push(`${userId} ${createdAt} ${alert.kind} ${'count' in alert ? alert.count : 1}`);
  }
  return {
    notifications,
    seenNewCars,
    trace: createHash('sha256').update(lines.sort().join('\n')).digest('hex'),
  };
}
