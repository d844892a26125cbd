import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTried } from '#tests/security/record-tried.ts';
import { sendRequest } from '#tests/support/call-route.ts';
import { type ContractRoute, contractRoutes } from '#tests/support/route-samples.ts';
import { faultOf } from './judge.ts';
import { type FuzzRequest, requestsOf } from './requests.ts';
import { fuzzSettings } from './settings.ts';
import { type FuzzWorld, readers, startFuzzWorld } from './world.ts';

const { seed, events, seconds } = fuzzSettings;
const sampleSize = 50;
let world: FuzzWorld;
let endAt = 0;
let tried = 0;
let faulty = 0;

beforeAll(async () => {
  world = await startFuzzWorld();
  endAt = performance.now() + seconds * 1000;
});
afterAll(async () => {
  recordTried(10, { tried, held: tried - faulty, figure: `seed ${seed}, ${tried} requests` });
  await world.close();
});

/** What only a page of ours, or Stripe, could send. */
function vouch({ row }: ContractRoute, request: FuzzRequest): FuzzRequest {
  const headers = { ...request.headers };
  if (row.capability === 'accounts') headers.origin = 'https://bilfund.example';
  if (row.auth === 'stripe' && request.body !== undefined)
    headers['stripe-signature'] = world.signEvent(
      Buffer.from(request.body, request.isBase64Encoded ? 'base64' : 'utf8').toString('utf8'),
    );
  return { ...request, headers };
}

async function faultOfRequest(route: ContractRoute, as: string | undefined, request: FuzzRequest) {
  try {
    return faultOf(
      route,
      await sendRequest(world.handlers.get(route.key), { ...request, ...(as && { as }) }),
    );
  } catch (error) {
    return `threw ${error}`;
  }
}

describe('no request breaks', () => {
  it.each(contractRoutes.map((route) => [route.key, route] as const))(
    '%s',
    async (_, route) => {
      const faults = new Map<string, string>();
      const requests = requestsOf(route, world.ids, world.rawBodiesOf(route));
      for (let sent = 0; sent < events && performance.now() < endAt; sent += sampleSize)
        for (const [i, request] of fc
          .sample(requests, { seed: seed + sent, numRuns: Math.min(sampleSize, events - sent) })
          .entries()) {
          const as = readers[(sent + i) % readers.length];
          // Rates are kept elsewhere: here everybody has waited long enough.
          world.advance(60_000);
          const fault = await faultOfRequest(route, as, vouch(route, request));
          tried += 1;
          if (!fault) continue;
          faulty += 1;
          if (!faults.has(fault)) faults.set(fault, `${as}: ${JSON.stringify(request).slice(0, 600)}`);
        }
      expect([...faults], `seed ${seed}`).toEqual([]);
    },
    seconds * 1000 + 60_000,
  );
});
