import { readFileSync } from 'node:fs';
import type { OnLoadResult, Plugin } from 'esbuild';

/** What the functions ask of Stripe, as its package names the files. */
const used = new Set([
  ...['BillingPortal/Sessions', 'Checkout/Sessions', 'Customers', 'Disputes', 'InvoiceItems', 'Invoices'],
  ...['PaymentIntents', 'Prices', 'PromotionCodes', 'Refunds', 'Subscriptions'],
]);

/** What else it carries that a function of Node needs for nothing. */
const needless =
  /\/stripe\/esm\/(?:StripeEventNotificationHandler|net\/FetchHttpClient|crypto\/SubtleCryptoProvider)\.js$/;

/**
 * Stripe's client makes an object for each of its 155 resources, so a bundler keeps them all: most of what the first payment
 * of a function waits for. Those that we never ask for become classes with nothing in them.
 */
export const stripeResources: Plugin = {
  name: 'stripe-resources',
  setup({ onLoad }) {
    onLoad({ filter: /\/stripe\/esm\/resources\/.+\.js$/ }, ({ path }) => {
      const name = path.replace(/^.*\/resources\/|\.js$/g, '');
      // The index of a group makes its objects.
      if (used.has(name) || name.endsWith('/index')) return undefined;
      return emptied(path);
    });
    onLoad({ filter: needless }, ({ path }) => emptied(path));
  },
};

/** A module's classes with nothing in them. */
function emptied(path: string): OnLoadResult {
  const classes = readFileSync(path, 'utf8').matchAll(/^export class (\w+)/gm);
  return { contents: [...classes].map(([, each]) => `export class ${each} {}`).join('\n') };
}
