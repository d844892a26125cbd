import fc from 'fast-check';
import { describe, it } from 'vitest';
import { sendRequest } from '#tests/support/call-route.ts';
import { type ContractRoute, contractRoutes } from '#tests/support/route-samples.ts';
import { startFuzzing } from './fuzzing.ts';
import { faultOf } from './judge.ts';
import { type FuzzRequest, requestsOf } from './requests.ts';
import { fuzzSettings } from './settings.ts';
import { readers } from './world.ts';

const { seed, events } = fuzzSettings;
const sampleSize = 50;
const { world, isOver, timeoutMs, judge } = startFuzzing();

/** What only a page of ours, or Stripe, could send. */
function vouch({ row }: ContractRoute, request: FuzzRequest): FuzzRequest {
  const headers = { ...request.headers };
  if (row.subject === 'accounts') headers.origin = 'https://bilfund.example';
  if (row.auth === 'stripe' && request.body !== undefined)
    headers['stripe-signature'] = world().signEvent(
      Buffer.from(request.body, request.isBase64Encoded ? 'base64' : 'utf8').toString('utf8'),
    );
  return { ...request, headers };
}

async function faultOfRequest(route: ContractRoute, as: string | undefined, request: FuzzRequest) {
  try {
    return faultOf(
      route,
      await sendRequest(world().handlers.get(route.key), { ...request, ...(as && { as }) }),
    );
  } catch (error) {
    return `threw ${error}`;
  }
}

describe('no request breaks', () => {
  it.each(contractRoutes.map((route) => [route.key, route] as const))(
    '%s',
    async (_, route) => {
      const judging = judge();
      const requests = requestsOf(route, world().ids, world().rawBodiesOf(route));
      for (let sent = 0; sent < events && !isOver(); sent += sampleSize)
        for (const [i, request] of fc
          .sample(requests, { seed: seed + sent, numRuns: Math.min(sampleSize, events - sent) })
          .entries()) {
          const as = readers[(sent + i) % readers.length];
          // Rates are kept elsewhere: here everybody has waited long enough.
          world().advance(60_000);
          const fault = await faultOfRequest(route, as, vouch(route, request));
          judging.note(fault, () => `${as}: ${JSON.stringify(request)}`);
        }
      judging.expectNone();
    },
    timeoutMs,
  );
});
