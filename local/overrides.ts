import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import type { Operator } from '#core/operator.ts';
import { optionalCalls } from '#core/register/vehicle.ts';

/** What stands beside the system on this machine. */
type LocalWorld = {
  /** Origin of the demo marketplace, "http://127.0.0.1:…"; undefined when it is not running. */
  marketplaceOrigin?: string;
  /** Between two of its pages, which need no rest. */
  pauseSeconds?: number;
  registerUrl?: string;
  /** What `GET /api/about` shows as demo links, as JSON. */
  demoLinks?: string;
};

/** Nobody but who started it runs a local product, and nobody else reads what is written to it. */
const thisMachine: Operator = {
  name: 'this machine (denne maskine)',
  address: 'localhost',
  cvr: null,
  supportMail: 'operator@bilfund.invalid',
};

/** Values that replace the template's on this machine, by the variable's name. */
export function environmentOverrides(world: LocalWorld = {}): Record<string, string> {
  const { marketplaceOrigin, pauseSeconds = 0, registerUrl, demoLinks } = world;
  return {
    // Mails end in the outbox of the control page.
    MAIL_FROM: 'news@bilfund.invalid',
    OPERATOR: JSON.stringify(thisMachine),
    ...(marketplaceOrigin && {
      MARKETPLACE_ORIGIN: marketplaceOrigin,
      SOURCES: visitedIds.join(','),
      SCRAPE_PAUSE_SECONDS: String(pauseSeconds),
    }),
    ...(registerUrl && {
      REGISTER_URL: registerUrl,
      REGISTER_KIND: 'demo',
      REGISTER_CALLS: optionalCalls.join(','),
    }),
    ...(demoLinks && { DEMO_LINKS: demoLinks }),
  };
}
