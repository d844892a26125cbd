import { planWire } from '#core/plan/plan-wire.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/payments/subscription', async (_, caller) =>
  planWire(await getPlan(caller.id), clock.now()),
);
