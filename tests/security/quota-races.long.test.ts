import { describe, expect, it } from 'vitest';
import { randomSequence } from '#core/valuation/statistics.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { loadPeople, type Person } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// What is left of a quota is wanted by many at the same moment.
await worldOfFile();
const person = await loadPeople();
const { createSubscriptionRoute: subscribe } = await import('#functions/searches/api.ts');

type Answer = { status: number; body: unknown };
const scrapesLimit = 20;
const searchesLimit = 3;
const link = (query: string) => `https://www.facebook.com/marketplace/odense/search?query=${query}`;
const isLimit = ({ status, body }: Answer) =>
  status === 403 && (body as { code?: string }).code === 'limit_reached';

/** So many at once; how many were taken, when all the others were told of the limit. */
async function race(count: number, start: (n: number) => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => start(n)));
  const taken = answers.filter(({ status }) => status === 201 || status === 202).length;
  const others = answers.filter((one) => !isLimit(one) && one.status !== 201 && one.status !== 202);
  expect(others.map(({ status, body }) => [status, body])).toEqual([]);
  return taken;
}

/** A person of the free plan of whose scrapes so many are left in this month. */
async function withScrapesLeft(name: string, left: number): Promise<Person> {
  const { changeItem } = await import('#functions/platform/table.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  await changeItem(userKeys.usage(name, '2026-11'), {
    UpdateExpression: 'SET kind = :kind, scrapes_count = :used',
    ExpressionAttributeValues: { ':kind': 'USAGE', ':used': scrapesLimit - left },
  });
  const one = person(name);
  expect((await one.usage()).scrapes_used).toBe(scrapesLimit - left);
  return one;
}

async function raceForScrapes(name: string, left: number, count: number): Promise<void> {
  const one = await withScrapesLeft(name, left);
  expect(await race(count, (n) => one.start(link(`${name}-${n}`)))).toBe(left);
  expect((await one.usage()).scrapes_used).toBe(scrapesLimit);
  expect(await one.history()).toHaveLength(left);
}

async function raceForSearches(name: string, count: number): Promise<void> {
  await storePlan(name, { type: 'lifetime' });
  const taken = await race(count, (n) =>
    callRoute(subscribe, { as: name, body: { searchUrl: link(`${name}-${n}`) } }),
  );
  expect(taken).toBe(searchesLimit);
}

describe('what is left of a quota', () => {
  it('of two hundred simultaneous imports one gets the last import of the quota', async () => {
    await raceForScrapes('of-two-hundred', 1, 200);
  });

  it('fifty races give out each quota exactly', async () => {
    const random = randomSequence(2026);
    for (let n = 0; n < 50; n++) {
      const count = 8 + Math.floor(random() * 9);
      if (n % 2 === 0) await raceForScrapes(`race-${n}`, Math.floor(random() * 5), count);
      else await raceForSearches(`race-${n}`, count);
    }
  });
});
