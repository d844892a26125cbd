import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import * as field from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';

const create = field.shapeOf<Stripe.PromotionCodeCreateParams>()({
  promotion: field.required(
    field.group({ type: field.required(field.choice('coupon')), coupon: field.required(field.text) }),
  ),
  code: field.text,
  active: field.flag,
  customer: field.text,
  expires_at: field.whole,
  max_redemptions: field.whole,
  restrictions: field.group({
    first_time_transaction: field.flag,
    minimum_amount: field.amount,
    minimum_amount_currency: field.choice('eur', 'dkk'),
  }),
  metadata: field.metadata,
});
const update = field.shapeOf<Stripe.PromotionCodeUpdateParams>()({
  active: field.flag,
  metadata: field.metadata,
});
const find = field.shapeOf<Stripe.PromotionCodeListParams>()({
  ...field.paging,
  active: field.flag,
  code: field.text,
  coupon: field.text,
  customer: field.text,
});

export const couponIdOf = ({ promotion }: Stripe.PromotionCode): string =>
  typeof promotion.coupon === 'string' ? promotion.coupon : (promotion.coupon?.id ?? '');

const sameCode = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The active code that a person has typed in; codes are the same in capitals and small letters. */
export function findByCode(world: World, code: string): Stripe.PromotionCode | undefined {
  return world.store.all('promotion_code', (one) => one.active && sameCode(one.code, code))[0];
}

export const promotionCodeRoutes: Routes = {
  'POST /v1/promotion_codes': route(create, (world, input) => {
    const coupon = world.store.get('coupon', input.promotion.coupon, 'promotion[coupon]');
    const code = input.code ?? newId('x').slice(2, 10).toUpperCase();
    if (!/^[A-Za-z0-9-]+$/.test(code))
      throw badRequest('Promotion codes may only contain letters, digits and dashes.', 'code');
    if (findByCode(world, code)) {
      throw badRequest(
        `An active promotion code with \`code: ${code}\` already exists.`,
        'code',
        'resource_already_exists',
      );
    }
    if (input.customer) world.store.get('customer', input.customer, 'customer');
    const promotionCode: Stripe.PromotionCode = {
      id: newId('promo'),
      object: 'promotion_code',
      active: input.active ?? true,
      code,
      created: world.now(),
      customer: input.customer ?? null,
      customer_account: null,
      expires_at: input.expires_at ?? null,
      livemode: false,
      max_redemptions: input.max_redemptions ?? null,
      metadata: field.mergeMetadata(null, input.metadata),
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: {
        first_time_transaction: input.restrictions?.first_time_transaction ?? false,
        minimum_amount: input.restrictions?.minimum_amount ?? null,
        minimum_amount_currency: input.restrictions?.minimum_amount_currency ?? null,
      },
      times_redeemed: 0,
    };
    world.store.insert(promotionCode);
    world.emit('promotion_code.created', promotionCode);
    return promotionCode;
  }),
  'GET /v1/promotion_codes/{id}': retrieve('promotion_code'),
  'POST /v1/promotion_codes/{id}': route(update, (world, { metadata: sent, active }, id) => {
    const code = world.store.get('promotion_code', id);
    return change(world, 'promotion_code.updated', code, {
      ...(active !== undefined && { active }),
      metadata: field.mergeMetadata(code.metadata, sent),
    });
  }),
  'GET /v1/promotion_codes': route(find, (world, { active, code, coupon, customer, ...page }) =>
    listPage(
      world,
      'promotion_code',
      '/v1/promotion_codes',
      page,
      (one) =>
        (active === undefined || one.active === active) &&
        (code === undefined || sameCode(one.code, code)) &&
        (coupon === undefined || couponIdOf(one) === coupon) &&
        (customer === undefined || one.customer === customer),
    ),
  ),
};
