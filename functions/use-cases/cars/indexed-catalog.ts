import type { CatalogReader } from '#core/search/catalog-reader.ts';
import { answeringSince } from '#functions/_adapters/opensearch/build-index.ts';
import { searchCatalog } from '#functions/_adapters/opensearch/search-catalog.ts';
import { keepFresh } from '#functions/_runtime/keep-fresh.ts';
import { log } from '#functions/_runtime/log.ts';

/** How long a function takes it for settled whether an index answers. */
const settledMs = 60_000;

const isThere = keepFresh(settledMs, async () => {
  const since = await answeringSince();
  if (!since) log.warn('no index of the cars answers yet: the list is answered from memory');
  return since !== null;
});

/** The catalog as OpenSearch has it; null until the first index is built. */
export const indexedCatalog = async (): Promise<CatalogReader | null> =>
  (await isThere()) ? searchCatalog() : null;

/** The same for who can do without: null as well when the engine does not answer. */
export async function indexedCatalogIfAny(): Promise<CatalogReader | null> {
  try {
    return await indexedCatalog();
  } catch (error) {
    log.failure('OpenSearch does not say whether it has an index of the cars', error);
    return null;
  }
}
