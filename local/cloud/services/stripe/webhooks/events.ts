import Stripe from 'stripe';
import { type AnyObject, newId } from '../object-store.ts';
import { list, paging, shapeOf, text } from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';

/** What caused an event: a call of the API, or nothing but time. */
export type Cause = { id: string; idempotencyKey: string | null } | null;

/** An event with its object as it stands now: what is sent later does not change any more. */
export function eventOf(
  type: string,
  object: AnyObject,
  previous: object | undefined,
  { created, cause, isSent }: { created: number; cause: Cause; isSent: boolean },
): Stripe.EventBase {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: isSent ? 1 : 0,
    request: { id: cause?.id ?? null, idempotency_key: cause?.idempotencyKey ?? null },
    type,
  } as Stripe.EventBase;
}

const find = shapeOf<Stripe.EventListParams>()({ ...paging, type: text, types: list(text) });

export const eventRoutes: Routes = {
  'GET /v1/events/{id}': retrieve('event'),
  'GET /v1/events': route(find, (world, { type, types, ...page }) =>
    listPage(
      world,
      'event',
      '/v1/events',
      page,
      (one) => (type === undefined || one.type === type) && (types === undefined || types.includes(one.type)),
    ),
  ),
};
