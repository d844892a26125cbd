import { join } from 'node:path';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { isWebhookEvent } from '#core/payment/webhook-events.ts';
import type { DomainClock } from './clock.ts';
import type { FaultPlan } from './faults/fault-plan.ts';
import { declaredSecrets } from './runner/declarations.ts';
import { readFunctions } from './runner/functions/function-definition.ts';
import type { Template } from './runner/template/template.ts';
import { type SecretDeclaration, type SecretValues, secretArn } from './services/secret-service.ts';
import { seedShop } from './services/stripe/seed-shop.ts';
import {
  type StripeFaults,
  type StripeServer,
  type StripeServerOptions,
  startStripeServer,
} from './services/stripe/stripe-server.ts';
import { stablePort } from './stable-port.ts';

/** The embedded Stripe beside the cloud. */
export type Shop = { server: StripeServer };

const usualPort = 5373;
const webhookPath = '/api/payments/webhook';
/** Faults name the webhook like a queue, and Stripe like a service. */
const [webhookName, serviceName] = ['stripe-webhook', 'stripe'];

/** The ARN that functions find in a variable; undefined when the template sets it nowhere. */
function arnIn(template: Template, variable: string): string | undefined {
  return readFunctions(template)
    .map(({ environment }) => environment[variable])
    .find((arn) => arn !== undefined);
}

/** The template's secrets; those of Stripe get test values of our own instead of the placeholder. */
export function localSecrets(template: Template): SecretDeclaration[] {
  const prefixes = new Map([
    [arnIn(template, 'STRIPE_SECRET_ARN'), 'sk_test_'],
    [arnIn(template, 'STRIPE_WEBHOOK_SECRET_ARN'), 'whsec_'],
  ]);
  return declaredSecrets(template).map(({ value, ...secret }) => {
    const prefix = prefixes.get(secretArn(secret.name));
    if (prefix && value === secretPlaceholder) return { ...secret, prefix, generatedLength: 32 };
    return { ...secret, ...(value !== undefined && { value }) };
  });
}

function faultsOf(faults: FaultPlan): StripeFaults {
  return {
    duplicates: () => faults.isDelivery('duplicate', webhookName),
    reorders: () => faults.isDelivery('reorder', webhookName),
    delayMs: () => faults.webhookDelaySeconds() * 1000,
    callFault(operation) {
      const fault = faults.callFault(serviceName, operation);
      if (fault) return fault.kind === 'throttle' ? 'throttle' : 'error';
      return faults.losesAnswer(operation) ? 'lost' : undefined;
    },
    countCall: (operation, when) => faults.countCall(serviceName, operation, when),
  };
}

export type ShopOptions = {
  dataFolder: string;
  siteOrigin: string;
  clock: DomainClock;
  secret: SecretValues;
  faults: FaultPlan;
  /** Where to look for a free port first. */
  usualPort?: number;
  tell(sentence: string): void;
};

/** Another product that starts at the same time may take the port that was free a moment ago. */
async function startOnFreePort(
  { dataFolder, usualPort: first = usualPort }: ShopOptions,
  options: Omit<StripeServerOptions, 'port'>,
): Promise<StripeServer> {
  for (let tries = 1; ; tries++) {
    const port = await stablePort(dataFolder, 'stripe-port', first);
    try {
      return await startStripeServer({ ...options, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === 5) throw error;
    }
  }
}

/**
 * Starts the embedded Stripe with the products of core/plan. Undefined when the template knows no Stripe, and when a
 * person has put keys of their own into secrets.json: then the functions talk to Stripe itself.
 */
export async function openShop(template: Template, options: ShopOptions): Promise<Shop | undefined> {
  const { dataFolder, secret } = options;
  const key = secret(arnIn(template, 'STRIPE_SECRET_ARN') ?? '');
  const signing = secret(arnIn(template, 'STRIPE_WEBHOOK_SECRET_ARN') ?? '');
  if (!key || !signing || key.isOwn) return undefined;
  const server = await startOnFreePort(options, {
    path: join(dataFolder, 'stripe.sqlite'),
    clock: options.clock,
    secretKey: key.value,
    webhook: { url: `${options.siteOrigin}${webhookPath}`, secret: signing.value, wants: isWebhookEvent },
    isWebhookClosed: true,
    faults: faultsOf(options.faults),
    tell: options.tell,
  });
  await seedShop(server.origin, key.value);
  return { server };
}
