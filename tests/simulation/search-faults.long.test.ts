import { beforeAll, describe, expect, it } from 'vitest';
import { countOf } from '#core/alerts/alert.ts';
import type { FaultPlan } from '#tests/support/call-faults.ts';
import { faultPlans, manyCasesMs } from '#tests/support/extent.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { listingIdsOf, storePlan } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { hasAlerts: true });
const searches = await loadSearches(world);
const { deliverWaitingWorker: flush } = await import('#functions/alerts/workers.ts');
const inbox = await import('#functions/alerts/store.ts');
const people = await import('#functions/accounts/store.ts');

const hourMs = 3_600_000;

async function settle(): Promise<void> {
  for (const minutes of [1, 1, 2, 4]) {
    world.faults.revive();
    // A call that failed is made again with the next strike of the minute.
    await flush().catch(() => undefined);
    while (await world.deliver());
    world.advance(minutes * 60_000);
  }
}

/** An hour of one search of two cars that somebody with premium and somebody without follow; then the next hour. */
async function liveAnHour(name: string, plan?: FaultPlan): Promise<{ calls: string[]; wrong: string[] }> {
  const { ad, search } = world.marketplace;
  const ads = [ad(), ad()];
  const href = search(name, [ads]);
  const owners = [`${name}-premium`, `${name}-free`];
  await storePlan(owners[0]!, { type: 'lifetime' });
  while (await world.deliver());
  for (const owner of owners) await searches.follow(owner, href);
  world.mails.length = 0;
  world.faults.begin(plan);
  await searches.passHour();
  await settle();
  world.advance(hourMs - (Date.now() % hourMs));
  await settle();
  const calls = world.faults.end();
  const wrong: string[] = [];
  for (const owner of owners) {
    const told = (await inbox.listNotifications(owner)).filter(({ alert }) => alert.kind === 'new_cars');
    const count = told.reduce((sum, { alert }) => sum + countOf(alert), 0);
    if (count !== 2) wrong.push(`${owner} was told of ${count} cars`);
    const found = await listingIdsOf([...(await people.readReader(owner)).discoveredAt.keys()]);
    if (found.toSorted().join() !== ads.map(({ id }) => id).join())
      wrong.push(`${owner} discovered ${found.join()}`);
  }
  const mails = world.mails.filter(({ to }) => to.startsWith(owners[0]!));
  if (mails.length === 0) wrong.push('no mail was sent');
  if (world.queues.counts('dead').visible > 0) wrong.push('a message was given up');
  await searches.endAll();
  return { calls, wrong };
}

describe('when the Nth call of an hour fails', () => {
  let calls: string[];
  beforeAll(async () => {
    const whole = await liveAnHour('whole');
    expect(whole.wrong).toEqual([]);
    expect(world.mails).toHaveLength(1);
    calls = whole.calls;
  });

  it.each([
    ['before it is carried out', 'before'],
    ['after it was carried out', 'after'],
    ['and its worker is killed with it', 'killed'],
  ] as const)(
    'every car is reported once to everybody: %s',
    async (_what, way) => {
      const wrong: Record<string, string[]> = {};
      // Each try is two hours of a search: every third call, each in one of the ways.
      for (const plan of faultPlans(calls.length, 9).filter(({ when }) => when === way)) {
        const run = await liveAnHour(`${way}-${plan.nth}`, plan);
        if (run.wrong.length > 0) wrong[`${plan.nth} ${run.calls[plan.nth - 1]}`] = run.wrong;
      }
      expect(wrong).toEqual({});
    },
    manyCasesMs,
  );
});
