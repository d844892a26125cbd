import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { callRoute } from './call-route.ts';
import type { PipelineWorld } from './pipeline-world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Automated searches in a staged world: people who start them, and hours that pass. */
export async function loadSearches(world: PipelineWorld) {
  const routes = await import('#functions/searches/api.ts');
  const { dispatchSearchesWorker: dispatch } = await import('#functions/searches/workers.ts');
  const followed: { as: string; id: string }[] = [];
  type One = { subscription: WebSubscriptionWire };
  const searchesOf = async (as: string) =>
    (
      await callRoute<{ subscriptions: WebSubscriptionWire[] }>(routes.listSubscriptionsRoute, {
        as,
        params: { id: as },
      })
    ).body.subscriptions;
  /** The rule's call, and its two tries more when it fails (as EventBridge makes them). */
  async function strike(time: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      world.faults.revive();
      try {
        return await dispatch({ time });
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }
  return {
    dispatch,
    async follow(as: string, searchUrl: string): Promise<WebSubscriptionWire> {
      const answer = await callRoute<One>(routes.createSubscriptionRoute, { as, body: { searchUrl } });
      if (answer.status > 201) throw new Error(JSON.stringify(answer.body));
      followed.push({ as, id: answer.body.subscription.id });
      return answer.body.subscription;
    },
    searchesOf,
    prolong: (as: string, id: string) =>
      callRoute<One>(routes.prolongSubscriptionRoute, { as, params: { id }, body: {} }),
    cancel: (as: string, id: string) => callRoute(routes.cancelSubscriptionRoute, { as, params: { id } }),
    /** The next full hour strikes; what it sets going is brought to its end. */
    async passHour(): Promise<void> {
      const strikesMs = (Math.floor(Date.now() / hourMs) + 1) * hourMs;
      world.advance(strikesMs - Date.now());
      await strike(new Date(strikesMs).toISOString());
      for (;;) {
        while (await world.deliver());
        if ((await world.faults.aside(openJobs)).length === 0 && world.isQuiet()) return;
        world.advance(minuteMs);
        // A sweep that failed is made again by the next minute.
        await world.sweep().catch(() => undefined);
      }
    },
    /** Everybody cancels, so that the next test has its hours to itself. */
    async endAll(): Promise<void> {
      for (const { as, id } of followed.splice(0))
        await callRoute(routes.cancelSubscriptionRoute, { as, params: { id } });
    },
  };
}
