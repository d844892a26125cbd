import { setting } from '#functions/_runtime/env.ts';
import { hasRegister, sources } from '#functions/_runtime/settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';

/** The demo marketplace of this installation, or null. DEMO_LINKS is JSON; the contract checks its shape on the way out. */
function demo() {
  const origin = setting('MARKETPLACE_ORIGIN');
  const links = setting('DEMO_LINKS');
  return origin && links ? { origin, links: JSON.parse(links) } : null;
}

export const handler = endpoint('GET /api/about', async () => ({
  importsEnabled: setting('IMPORTS_ENABLED') !== 'false',
  platesEnabled: hasRegister(),
  sources: sources(),
  demo: demo(),
}));
