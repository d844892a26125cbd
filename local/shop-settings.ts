import type { ShopSettings } from 'embedded-cloud/shop.ts';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { isWebhookEvent } from '#core/payments/stripe.ts';
import { seedShop } from './seed-shop.ts';

/** How the product uses Stripe, for the embedded one. */
export const shopSettings: ShopSettings = {
  variables: {
    keyArn: 'STRIPE_SECRET_ARN',
    webhookKeyArn: 'STRIPE_WEBHOOK_SECRET_ARN',
    apiUrl: 'STRIPE_API_URL',
  },
  secretPlaceholder,
  webhookPath: '/api/payments/webhook',
  wantsEvent: isWebhookEvent,
  account: { name: 'Bilfund', country: 'DK' },
  usualPort: 5373,
  fill: seedShop,
};
