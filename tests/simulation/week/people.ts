import { randomSequence } from '#core/valuation/statistics.ts';
import type { loadSearches } from '#tests/support/search-hours.ts';
import { storePlan } from '#tests/support/stored-car.ts';

/** One automated search of one person, as the simulation asked for it. */
export type Followed = {
  userId: string;
  isPremium: boolean;
  href: string;
  id: string;
  startMs: number;
  /** When it ends or was cancelled. */
  endMs: number;
  isCancelled: boolean;
};

type Searches = Awaited<ReturnType<typeof loadSearches>>;
type Plan = { hour: number; act: () => Promise<void> };

const startWithinHours = 10;
const premiumShare = 0.3;
/** 1,000 people follow 1,500 searches. */
const searchesPerPerson = 1.5;

/** How many searches each person follows, in an order that the seed decides: one on the free plan, else two or three. */
function drawShares(count: number, random: () => number): number[] {
  const premium = Math.round(count * premiumShare);
  const withThree = Math.max(0, Math.min(premium, Math.round(count * searchesPerPerson) - count - premium));
  const shares: number[] = Array.from({ length: count }, (_, n) => (n < withThree ? 3 : n < premium ? 2 : 1));
  for (let n = count - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1));
    [shares[n], shares[other]] = [shares[other]!, shares[n]!];
  }
  return shares;
}

/**
 * People who start, extend and cancel their searches through the API at hours that the seed decides: two thirds on the
 * free plan with one search, the others with premium and two or three.
 */
export async function planPeople(
  searches: Searches,
  hrefs: readonly string[],
  count: number,
  hours: number,
  seed: number,
) {
  const random = randomSequence(seed);
  const followed: Followed[] = [];
  const plans: Plan[] = [];
  // Popular searches have more followers than others.
  const link = () => hrefs[Math.floor(random() ** 1.5 * hrefs.length)]!;

  function planSearch(userId: string, isPremium: boolean, href: string): void {
    const start = Math.floor(random() * startWithinHours);
    let one: Followed | undefined;
    const begin = async () => {
      const made = await searches.follow(userId, href);
      one = {
        ...{ userId, isPremium, href, id: made.id, isCancelled: false },
        startMs: Date.now(),
        endMs: Date.parse(made.end_time),
      };
      followed.push(one);
    };
    plans.push({ hour: start, act: begin });
    const fate = random();
    const later = start + 1 + Math.floor(random() * Math.max(1, hours - start - 14));
    if (fate < 0.1)
      plans.push({
        hour: later,
        act: async () => {
          await searches.cancel(userId, one!.id);
          Object.assign(one!, { isCancelled: true, endMs: Date.now() });
        },
      });
    else if (fate < 0.3)
      plans.push({
        hour: later,
        act: async () => {
          const { body } = await searches.prolong(userId, one!.id);
          one!.endMs = Date.parse(body.subscription.end_time);
        },
      });
  }

  for (const [n, wanted] of drawShares(count, random).entries()) {
    const userId = `person-${n}`;
    const isPremium = wanted > 1;
    if (isPremium) await storePlan(userId, { type: 'lifetime' });
    const chosen = new Set<string>();
    while (chosen.size < Math.min(wanted, hrefs.length)) chosen.add(link());
    for (const href of chosen) planSearch(userId, isPremium, href);
  }
  return {
    followed,
    /** What people do in this hour. */
    async act(hour: number): Promise<void> {
      for (const plan of plans.filter((each) => each.hour === hour)) await plan.act();
    },
  };
}
