import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { answerOwnRequests, differingLists } from '#tests/support/mcp-client.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { randomCard, seeded } from '#tests/support/random-cards.ts';
import { contractRoutes, loadHandler } from '#tests/support/route-samples.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

let world: PipelineWorld;
let stop: () => void;
const handlers = new Map<string, unknown>();

beforeAll(async () => {
  world = await startPipelineWorld('2026-11-21T08:00:00.000Z');
  for (const route of contractRoutes) handlers.set(route.key, await loadHandler(route));
  stop = answerOwnRequests(handlers);
  const random = seeded(53);
  for (let i = 0; i < 150; i++) {
    const id = `car${i}`;
    const { make, model, city, year, priceDkk, fuel, gearbox, sellerType, mileageKm, deal } = randomCard(
      random,
      id,
      '2026-11-21T07:00:00.000Z',
    );
    await storeCar(
      makeCar({
        ...{ id, make, model, city, year, priceDkk, fuel, gearbox, sellerType, mileageKm },
        title: `${make} ${model}`,
        rating: makeRating({ deal }),
      }),
    );
  }
  await storePlan('premium', { type: 'lifetime' });
});
afterAll(async () => {
  stop();
  await world.close();
});

describe('search_cars', () => {
  it('finds the cars that the list shows, for 500 random questions', async () => {
    const { callRoute } = await import('#tests/support/call-route.ts');
    const tokenOf = async (as: string) => {
      const body = { name: 'assistant', scopes: ['read'], days: 30 };
      return String((await callRoute(handlers.get('POST /api/tokens'), { as, body })).body.token);
    };
    const tokens = { anonymous: null, free: await tokenOf('free'), premium: await tokenOf('premium') };
    expect(await differingLists(handlers, tokens, 167)).toEqual([]);
  }, 300_000);
});
