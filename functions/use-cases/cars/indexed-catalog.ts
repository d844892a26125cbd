import type { CatalogReader } from '#core/search/catalog-reader.ts';
import { answeringSince } from '#functions/_adapters/opensearch/build-index.ts';
import { searchCatalog } from '#functions/_adapters/opensearch/search-catalog.ts';
import { keepFresh } from '#functions/_runtime/keep-fresh.ts';
import { log } from '#functions/_runtime/log.ts';
import { catalogEngine } from '#functions/_runtime/settings.ts';

/** How long a function takes it for settled whether an index answers. */
const settledMs = 60_000;

const isThere = keepFresh(settledMs, async () => {
  const since = await answeringSince();
  if (!since) log.warn('no index of the cars answers yet: the list is answered from memory');
  return since !== null;
});

/** The catalog as OpenSearch has it; null where the stage answers from memory, and until the first index is built. */
export async function indexedCatalog(): Promise<CatalogReader | null> {
  if (catalogEngine() !== 'opensearch') return null;
  return (await isThere()) ? searchCatalog() : null;
}
