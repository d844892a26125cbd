import { type Alert, countOf } from '#core/alerts/alert.ts';
import { isCharged, type Job } from '#core/imports/job.ts';
import { freePlan, hasPremium, type Plan, searchLimit } from '#core/payments/plan.ts';
import { planFromStripe } from '#core/payments/stripe.ts';
import { erasedKey, userKeys } from '#functions/platform/keys.ts';
import { freeScrapes } from './environment.ts';
import type { Item } from './expressions.ts';
import type { Reader } from './people.ts';
import { planText } from './stripe.ts';
import { markOf, type World } from './world.ts';

/** Written with a look at the mark of an erased account, because nothing that is written later leads to it. */
const neverOfErased = new Set(['OWNER', 'FOLLOWER', 'CUSTOMER', 'STRIPECUS', 'PLAN', 'SEEN', 'PENDING']);
type People = { alive: readonly string[]; erased: readonly string[] };
const startsWith = (prefix: string) => (item: Item) => String(item.sk).startsWith(prefix);
const userOf = ({ pk }: Item) => String(pk).slice('USER#'.length);
const ownerOf = (item: Item) => String(item.userId ?? userOf(item));

/** What must hold at every moment and at the end, whatever went wrong on the way. Collects what does not. */
export function watchInvariants(world: World) {
  const { table } = world.cloud;
  const violations = new Set<string>();
  const must = (holds: boolean, what: string) => holds || violations.add(what);
  const times = new Map<string, number>();
  const toldNewCars = new Map<string, number>();
  const count = (key: string) => times.set(key, (times.get(key) ?? 0) + 1).get(key)!;
  const planOf = (userId: string): Plan => ({
    ...freePlan,
    ...(table.get(userKeys.plan(userId))?.plan as Partial<Plan> | undefined),
  });
  const now = () => new Date(world.now());
  const isRunning = (search: Item) => Date.parse(String(search.endTime)) > world.now();

  /** Plans as they were before their last change, for what began before it. */
  const earlier = new Map<string, { plan: Plan; atMs: number }>();
  const plansOf = (userId: string): Plan[] => {
    const before = earlier.get(userId);
    return [planOf(userId), ...(before && world.now() - before.atMs < 5_000 ? [before.plan] : [])];
  };

  function checkSearches(after: Item): void {
    const userId = userOf(after);
    const running = table
      .partition(userKeys.partition(userId))
      .filter(startsWith('AUTOSEARCH#'))
      .filter(isRunning);
    const limit = Math.max(...plansOf(userId).map((plan) => searchLimit(plan, now())));
    must(running.length <= limit, `${userId} follows ${running.length} searches, ${limit} allowed`);
  }
  /** For each person, the first of what Stripe told that the stored plan can stem from. */
  const since = new Map<string, number>();
  /** A plan is never replaced by one that stems from an earlier answer of Stripe's. */
  function checkOrder(userId: string, plan: string): void {
    const told = world.stripe.told.get(userId) ?? [];
    const earliest = since.get(userId) ?? 0;
    must(told.lastIndexOf(plan) >= earliest, `${userId} got a plan that Stripe had said before the last one`);
    since.set(userId, Math.max(earliest, told.indexOf(plan, earliest)));
  }
  table.onChange(({ before, after }) => {
    const { kind, pk } = after ?? before ?? {};
    if (kind === 'USAGE' && after) {
      const used = Number(after.scrapes_count);
      must(used >= 0 && used <= freeScrapes, `${String(pk)} was charged ${used} of ${freeScrapes}`);
    }
    if (after) must(kind !== undefined, `${String(pk)} ${String(after.sk)} was made of nothing`);
    if (after && !before && neverOfErased.has(String(kind)))
      must(
        !table.get(erasedKey(ownerOf(after))),
        `${String(kind)} of ${ownerOf(after)} was written after they were erased`,
      );
    if (kind === 'OWNER' && after && before?.settledAt !== undefined)
      must(after.settledAt === before.settledAt, `${String(pk)} ${String(after.sk)} was settled twice`);
    if (kind === 'PLAN' && after) checkOrder(userOf(after), planText(after.plan as Plan));
    if (kind === 'PLAN') {
      const plan = { ...freePlan, ...(before?.plan as Partial<Plan> | undefined) };
      earlier.set(userOf((after ?? before)!), { plan, atMs: world.now() });
    }
    if (kind === 'STRIPE' && after && !before)
      must(count(String(pk)) === 1, `the event ${String(pk)} was applied twice`);
    if (kind === 'JOB' && after && !before) must(count(String(pk)) === 1, `${String(pk)} ran twice`);
    const isOver = (item?: Item) => item?.state === 'completed' || item?.state === 'failed';
    if (kind === 'JOB' && isOver(before) && after) must(isOver(after), `${String(pk)} went on after its end`);
    // Extending and pausing are no new search.
    if (kind === 'AUTOSEARCH' && after && !before) checkSearches(after);
    if (kind === 'NOTE' && after && !before && (after.alert as Alert).kind === 'new_cars') {
      const told = (toldNewCars.get(userOf(after)) ?? 0) + countOf(after.alert as Alert);
      toldNewCars.set(userOf(after), told);
    }
  });

  /** Nothing of a locked car stands in an answer to who may not see it; no fault but a staged one is a 500. */
  const read: Reader = (who) => {
    const wasPremium = who !== undefined && hasPremium(planOf(who), now());
    return (route, answer) => look(who, wasPremium, route, answer);
  };
  function look(
    who: string | undefined,
    wasPremium: boolean,
    route: string,
    { status, text, faults }: Awaited<ReturnType<World['ask']>>,
  ): void {
    must(status < 500 || faults > 0, `${route} answered ${status} without a fault: ${text.slice(0, 200)}`);
    if (status === 0 || route === 'GET /api/scrape-history/{id}') return;
    if (wasPremium || (who !== undefined && hasPremium(planOf(who), now()))) return;
    for (const item of table.all()) {
      if (item.kind !== 'CAR') continue;
      const { id, rating } = item.car as { id: string; rating: { deal: string } | null };
      if (rating?.deal === 'amazing' && text.includes(markOf(id)))
        violations.add(`${route} tells ${who ?? 'nobody in particular'} of the locked car ${id}`);
    }
  }

  async function checkPerson(userId: string): Promise<void> {
    const own = table.partition(userKeys.partition(userId));
    // Rows that people write themselves are theirs to end.
    for (const row of own.filter((item) => startsWith('HISTORY#')(item) && item.jobId !== null))
      must(row.status !== 'started', `${userId}: a history row has not ended`);
    const owners = table
      .all()
      .filter((item) => item.kind === 'OWNER' && item.userId === userId && item.chargedMonth !== undefined);
    for (const usage of own.filter(startsWith('USAGE#'))) {
      const month = String(usage.sk).slice('USAGE#'.length);
      const charged = owners.filter(({ pk, chargedMonth }) => {
        const job = table.get({ pk, sk: 'JOB' }) as unknown as Job | undefined;
        const done = job?.done ?? new Set();
        return chargedMonth === month && job && isCharged({ ...job, done, failure: job.failure ?? null });
      });
      must(
        Number(usage.scrapes_count) === charged.length,
        `${userId} was charged ${Number(usage.scrapes_count)} for ${charged.length} imports in ${month}`,
      );
    }
    const customer = world.stripe.customerOf(userId);
    const facts = customer ? world.stripe.factsOf(customer.id) : { subscriptions: [], purchases: [] };
    const [stored, meant] = [planText(planOf(userId)), planText(planFromStripe(facts))];
    must(stored === meant, `the plan of ${userId} is ${stored}, at Stripe ${meant}`);

    const params = { id: userId };
    const { body: stats } = await world.ask('GET /api/notifications/{id}/stats', { as: userId, params });
    const { body: told } = await world.ask('GET /api/notifications/{id}', {
      as: userId,
      params,
      query: { pageSize: '50', unreadOnly: 'true' },
    });
    const unread = (stats.stats as { unreadNotifications: number }).unreadNotifications;
    const listed = (told.pagination as { totalCount: number }).totalCount;
    must(unread === listed, `${userId} has ${unread} unread, and ${listed} are listed`);
    const seen = own.filter(({ sk }) => /^SEEN#.*#new_cars/.test(String(sk))).length;
    const news = toldNewCars.get(userId) ?? 0;
    must(news <= seen, `${userId} was told of ${news} new cars, and there were ${seen}`);
    const { body: cars } = await world.ask('GET /api/cars', {
      as: userId,
      query: { view: 'discovered', pageSize: '100' },
    });
    const ids = ((cars.cars ?? []) as { id: string }[]).map(({ id }) => id);
    must(new Set(ids).size === ids.length, `${userId} discovered a car twice`);
  }

  return {
    read,
    checkPerson,
    violations,
    /** When everything has come to rest. */
    async checkEnd(people: People): Promise<void> {
      const open = table.all().filter(({ kind, gsi2pk }) => kind === 'JOB' && gsi2pk !== undefined);
      must(open.length === 0, `${open.length} imports have not ended`);
      for (const { pk, sk } of table.all())
        if (String(pk).startsWith('JOB#'))
          must(
            table.get({ pk, sk: 'JOB' }) !== undefined,
            `${String(pk)} ${String(sk)} belongs to no import`,
          );
      for (const userId of people.alive) await checkPerson(userId);
      for (const userId of people.erased) {
        const left = table
          .all()
          .filter(({ kind }) => kind !== 'ERASED')
          .filter((item) => new RegExp(`"[^"]*\\b${userId}\\b[^"]*"`).test(JSON.stringify(item)));
        must(left.length === 0, `of the erased ${userId} is left ${left.map(({ pk, sk }) => `${pk} ${sk}`)}`);
      }
    },
  };
}
