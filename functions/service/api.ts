import { openApiDocument } from '#core/contract/openapi.ts';
import { Failure } from '#core/failure.ts';
import { once } from '#core/shared.ts';
import { endpoint } from '#functions/endpoint.ts';
import { clock } from '#functions/platform/clock.ts';
import { healthKey } from '#functions/platform/keys.ts';
import { log } from '#functions/platform/log.ts';
import { env, hasRegister, operator, setting, sources } from '#functions/platform/settings.ts';
import { getItem } from '#functions/platform/table.ts';
import { readFigures } from '#functions/valuation/model.ts';

/** The demo marketplace of this installation, or null. DEMO_LINKS is JSON; the contract checks its shape in the answer. */
function demo() {
  const origin = setting('MARKETPLACE_ORIGIN');
  const links = setting('DEMO_LINKS');
  return origin && links ? { origin, links: JSON.parse(links) } : null;
}

export const getAboutRoute = endpoint('GET /api/about', async () => ({
  importsEnabled: setting('IMPORTS_ENABLED') !== 'false',
  platesEnabled: hasRegister(),
  sources: sources(),
  operator: operator(),
  demo: demo(),
}));

export const getHealthRoute = endpoint('GET /api/health', async () => {
  try {
    // The key does not exist; what counts is that the table answers.
    await getItem(healthKey);
  } catch (error) {
    log.failure('the table does not answer', error);
    throw new Failure(503, 'unavailable', 'The service does not reach its data.');
  }
  return { status: 'ok', stage: env('STAGE'), time: clock.now().toISOString() };
});

// The contract does not change within a process.
const getDocument = once(openApiDocument);

export const getOpenapiRoute = endpoint('GET /api/openapi.json', async () => getDocument());

export const getRatingFiguresRoute = endpoint('GET /api/rating-figures', readFigures);
