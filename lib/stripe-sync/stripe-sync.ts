import { parseArgs } from 'node:util';
import type Stripe from 'stripe';
import { webhookEvents } from '#core/payments/stripe.ts';
import { openStripe } from '../open-stripe.ts';
import { type SyncStep, syncCatalog } from './sync-catalog.ts';

const help = `Makes a Stripe account sell Bilfund's plans.

  STRIPE_SECRET_KEY=sk_… npm run ops -- stripe [options]

  --dry-run   tell what would be done and change nothing
  --live      allow a live key; without it only test keys are taken
  --help      this text
`;

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      'dry-run': { type: 'boolean', default: false },
      live: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
}

/** The client for the key in the environment; `STRIPE_API_URL` names another server that speaks the protocol. */
function openOwnStripe(mayBeLive: boolean): Stripe {
  const key = process.env.STRIPE_SECRET_KEY;
  if (!key) throw new Error('STRIPE_SECRET_KEY is not set.');
  const isTest = /^(sk|rk)_test_/.test(key);
  if (!isTest && !mayBeLive) throw new Error('This is no test key. Say --live to change a live account.');
  return openStripe(key, process.env.STRIPE_API_URL);
}

function report(steps: readonly SyncStep[], isDryRun: boolean): string {
  if (steps.length === 0) return 'Everything is as it should be.';
  const lines = steps.map(({ product, sentence }) => `  ${product}: ${sentence}`);
  return [isDryRun ? 'Would be done:' : 'Done:', ...lines].join('\n');
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.info(help);
  else {
    const isDryRun = options['dry-run'];
    console.info(report(await syncCatalog(openOwnStripe(options.live), { isDryRun }), isDryRun));
    console.info(`The webhook at /api/payments/webhook is to be told: ${webhookEvents.join(', ')}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
