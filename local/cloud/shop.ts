import { join } from 'node:path';
import type { DomainClock } from './clock.ts';
import type { FaultPlan } from './faults/fault-plan.ts';
import { declaredSecrets } from './runner/declarations.ts';
import { readFunctions } from './runner/functions/function-definition.ts';
import type { Template } from './runner/template/template.ts';
import { type SecretDeclaration, type SecretValues, secretArn } from './services/secret-service.ts';
import type { StripeFaults } from './services/stripe/call-faults.ts';
import {
  type StripeServer,
  type StripeServerOptions,
  startStripeServer,
} from './services/stripe/stripe-server.ts';
import type { Account } from './services/stripe/world.ts';
import { stablePort } from './stable-port.ts';

/** The embedded Stripe beside the cloud. */
export type Shop = { server: StripeServer };

/** How the deployed system knows Stripe, and what the embedded one is to be. */
export type ShopSettings = {
  /** The variables in which functions find the secrets' ARNs and the API's address. */
  variables: { keyArn: string; webhookKeyArn: string; apiUrl: string };
  /** What the template puts into secrets that a person has to fill in. */
  secretPlaceholder: string;
  /** Where the site takes events, "/webhook". */
  webhookPath: string;
  /** Whether the endpoint is to be sent an event of this type, "invoice.paid". */
  wantsEvent(type: string): boolean;
  account: Account;
  /** Where to look for a free port first. */
  usualPort: number;
  /** Makes what is to be sold. Called at every start, before the functions. */
  fill(origin: string, secretKey: string): Promise<void>;
};

/** Faults name the webhook like a queue, and Stripe like a service. */
const [webhookName, serviceName] = ['stripe-webhook', 'stripe'];

/** The ARN that functions find in a variable; undefined when the template sets it nowhere. */
function arnIn(template: Template, variable: string): string | undefined {
  return readFunctions(template)
    .map(({ environment }) => environment[variable])
    .find((arn) => arn !== undefined);
}

/** The template's secrets; those of Stripe get test values of our own instead of the placeholder. */
export function localSecrets(template: Template, settings?: ShopSettings): SecretDeclaration[] {
  const { variables, secretPlaceholder } = settings ?? {};
  const prefixes = new Map([
    [variables && arnIn(template, variables.keyArn), 'sk_test_'],
    [variables && arnIn(template, variables.webhookKeyArn), 'whsec_'],
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
  tell(sentence: string): void;
};

/** Another cloud that starts at the same time may take the port that was free a moment ago. */
async function startOnFreePort(
  dataFolder: string,
  usualPort: number,
  options: Omit<StripeServerOptions, 'port'>,
): Promise<StripeServer> {
  for (let tries = 1; ; tries++) {
    const port = await stablePort(dataFolder, 'stripe-port', usualPort);
    try {
      return await startStripeServer({ ...options, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === 5) throw error;
    }
  }
}

/**
 * Starts the embedded Stripe and fills it. Undefined when the template knows no Stripe, and when a person has put keys of
 * their own into secrets.json: then the functions talk to Stripe itself.
 */
export async function openShop(
  template: Template,
  settings: ShopSettings,
  options: ShopOptions,
): Promise<Shop | undefined> {
  const { dataFolder, secret } = options;
  const { variables, webhookPath } = settings;
  const key = secret(arnIn(template, variables.keyArn) ?? '');
  const signing = secret(arnIn(template, variables.webhookKeyArn) ?? '');
  if (!key || !signing || key.isOwn) return undefined;
  const server = await startOnFreePort(dataFolder, settings.usualPort, {
    path: join(dataFolder, 'stripe.sqlite'),
    clock: options.clock,
    secretKey: key.value,
    webhook: {
      url: `${options.siteOrigin}${webhookPath}`,
      secret: signing.value,
      wants: settings.wantsEvent,
    },
    isWebhookClosed: true,
    account: settings.account,
    faults: faultsOf(options.faults),
    tell: options.tell,
  });
  await settings.fill(server.origin, key.value);
  return { server };
}
