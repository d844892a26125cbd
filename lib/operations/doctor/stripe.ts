import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type Stripe from 'stripe';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { products } from '#core/payments/plan.ts';
import { webhookEvents } from '#core/payments/stripe.ts';
import { openStripe } from '#lib/open-stripe.ts';
import { homeRegion } from '#lib/stage.ts';
import { type Check, cannotTell, type Finding, missing, ok, withoutOutput } from './check.ts';

const webhookPath = '/api/payments/webhook';
const beginningOf = (pattern: string) => pattern.replace(/\*$/, '');

type Webhook = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** Names of events that the webhook is not told of, as Stripe's dashboard groups them. */
function untold({ enabled_events: enabled }: Webhook): string[] {
  if (enabled.includes('*')) return [];
  return webhookEvents.filter((pattern) => !enabled.some((event) => event.startsWith(beginningOf(pattern))));
}

async function look(stripe: Stripe, siteAddress: string): Promise<Finding> {
  const wanted = Object.values(products).map(({ lookupKey }) => lookupKey);
  const { data: prices } = await stripe.prices.list({ lookup_keys: wanted, active: true, limit: 100 });
  const unpriced = wanted.filter((key) => !prices.some(({ lookup_key }) => lookup_key === key));
  if (unpriced.length > 0)
    return missing(
      `Stripe has no prices for ${unpriced.join(', ')}.`,
      'STRIPE_SECRET_KEY=sk_… npm run ops -- stripe --dry-run',
    );
  const address = siteAddress + webhookPath;
  const { data: webhooks } = await stripe.webhookEndpoints.list({ limit: 100 });
  const webhook = webhooks.find(({ url, status }) => url === address && status === 'enabled');
  const make = `stripe webhook_endpoints create --url ${address} …, or Stripe's dashboard (docs/operations/deploy.md)`;
  if (!webhook) return missing(`Stripe does not tell ${address} of what happens.`, make);
  const events = untold(webhook);
  return events.length === 0
    ? ok(`Stripe has every price and tells ${address}.`)
    : missing(`Stripe does not tell ${address} of ${events.join(', ')}.`, make);
}

/** With the key of the stage's own secret, which goes nowhere else. */
export const stripe: Check = {
  name: 'Stripe',
  async look({ stageFile: { settings }, outputs }) {
    if (!settings.PAYMENTS_ENABLED) return ok('Payments are switched off.');
    if (!outputs?.StripeSecret) return withoutOutput('StripeSecret');
    if (!outputs.Address) return withoutOutput('Address');
    const { SecretString = '' } = await new SecretsManagerClient({ region: homeRegion }).send(
      new GetSecretValueCommand({ SecretId: outputs.StripeSecret }),
    );
    const key = SecretString.trim();
    if (key === '' || key === secretPlaceholder) return cannotTell('Its key is not set yet.');
    return look(openStripe(key, settings.STRIPE_API_URL), outputs.Address);
  },
};
