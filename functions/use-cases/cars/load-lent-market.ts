import { type LentMarket, lentMarketKey, parseLentMarket } from '#core/valuation/lent-market.ts';
import { readData } from '#functions/_adapters/read-objects.ts';
import { log } from '#functions/_runtime/log.ts';

/** The market that the operator lent to this installation. Null when there is none, or none of this format. */
export async function loadLentMarket(): Promise<LentMarket | null> {
  const bytes = await readData(lentMarketKey);
  try {
    if (!bytes) return null;
    const { gunzipSync } = await import('node:zlib');
    return parseLentMarket(gunzipSync(bytes).toString('utf8'));
  } catch (error) {
    log.failure('the lent market could not be read, load it again', error);
    return null;
  }
}
