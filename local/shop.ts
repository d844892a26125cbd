import { join } from 'node:path';
import type { Companion } from 'local-cloud/cloud-options.ts';
import type { FaultPlan } from 'local-cloud/faults/fault-plan.ts';
import { declaredSecrets } from 'local-cloud/runner/declarations.ts';
import { readFunctions } from 'local-cloud/runner/functions/function-definition.ts';
import type { Template } from 'local-cloud/runner/template/template.ts';
import { secretArn } from 'local-cloud/services/secret-service.ts';
import { stablePort } from 'local-cloud/stable-port.ts';
import {
  type StripeFaults,
  type StripeServer,
  type StripeServerOptions,
  startStripeServer,
} from 'local-stripe/local-stripe.ts';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { isWebhookEvent } from '#core/payments/stripe.ts';
import { seedShop } from './seed.ts';

/** The variables that hold the secrets' ARNs and the API's address. */
const variables = {
  keyArn: 'STRIPE_SECRET_ARN',
  webhookKeyArn: 'STRIPE_WEBHOOK_SECRET_ARN',
  apiUrl: 'STRIPE_API_URL',
};

/** The local Stripe beside the cloud; without a server when somebody has put their own keys into secrets.json. */
export type Shop = Companion & { readonly server: StripeServer | undefined };

/** The ARN in a function's variable; undefined when the template does not set it. */
function arnIn(template: Template, variable: string): string | undefined {
  return readFunctions(template)
    .map(({ environment }) => environment[variable])
    .find((arn) => arn !== undefined);
}

/** Names in the fault plan: the webhook is listed like a queue, Stripe like a service. */
const [webhookName, serviceName] = ['stripe-webhook', 'stripe'];

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

/** Another process that starts at the same time may take a port that was free a moment ago. */
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

/** The local Stripe for this installation, on the first free port from the usual one on. */
export function createShop(usualPort = 5373): Shop {
  let server: StripeServer | undefined;
  return {
    get server() {
      return server;
    },
    // Stripe's secrets get local test values instead of the placeholder.
    secrets(template) {
      const prefixes = new Map([
        [arnIn(template, variables.keyArn), 'sk_test_'],
        [arnIn(template, variables.webhookKeyArn), 'whsec_'],
      ]);
      return declaredSecrets(template).map(({ value, ...secret }) => {
        const prefix = prefixes.get(secretArn(secret.name));
        if (prefix && value === secretPlaceholder) return { ...secret, prefix, generatedLength: 32 };
        return { ...secret, ...(value !== undefined && { value }) };
      });
    },
    // Not started when the template has no Stripe, or when the keys are somebody's own: those are used with Stripe itself.
    async start({ template, dataFolder, siteOrigin, clock, secret, faults, tell }) {
      const key = secret(arnIn(template, variables.keyArn) ?? '');
      const signing = secret(arnIn(template, variables.webhookKeyArn) ?? '');
      if (!key || !signing || key.isOwn) return undefined;
      const started = await startOnFreePort(dataFolder, usualPort, {
        ...{ path: join(dataFolder, 'stripe.sqlite'), clock, secretKey: key.value, tell },
        webhook: {
          url: `${siteOrigin}/api/payments/webhook`,
          secret: signing.value,
          wants: isWebhookEvent,
        },
        isWebhookClosed: true,
        shopName: 'Bilfund',
        faults: faultsOf(faults),
      });
      server = started;
      await seedShop(started.origin, key.value);
      return {
        overrides: { [variables.apiUrl]: started.origin },
        advance: (milliseconds) => started.advance(milliseconds),
        close: () => started.close(),
      };
    },
  };
}
