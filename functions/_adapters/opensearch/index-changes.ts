import type { CatalogChange } from '#core/car/card.ts';
import { documentOf } from '#core/search/opensearch/car-document.ts';
import { indexAlias } from '#core/search/opensearch/index-definition.ts';
import { log } from '#functions/_runtime/log.ts';
import { callEngine, toLines } from './call-opensearch.ts';

/** A domain of small nodes takes 10 MiB at once. */
const mostBytes = 4 * 1_048_576;
/** The engine knows a newer version of the car: the change came late or twice. */
const alreadyNewer = 409;
/** A value that no field takes. */
const neverTaken = 400;

type BulkAnswer = {
  items: { index: { _id: string; status: number; error?: { type: string; reason: string } } }[];
};

/** Lines of two for each change, in pieces that one call takes. */
function* bulkBodies(changes: readonly CatalogChange[]): Generator<string> {
  let lines: string[] = [];
  let bytes = 0;
  for (const change of changes) {
    const { id, version, document } = documentOf(change);
    const action = { index: { _id: id, version, version_type: 'external_gte' } };
    const line = toLines([action, document]);
    const size = Buffer.byteLength(line);
    if (lines.length > 0 && bytes + size > mostBytes) {
      yield lines.join('');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield lines.join('');
}

async function send(path: string, changes: readonly CatalogChange[], isHarmless: (error: string) => boolean) {
  for (const body of bulkBodies(changes)) {
    const { items } = await callEngine<BulkAnswer>({ method: 'POST', path, body, isWork: true });
    for (const { index } of items) {
      if (!index.error || index.status === alreadyNewer || isHarmless(index.error.type)) continue;
      if (index.status !== neverTaken)
        throw new Error(`OpenSearch did not take a change: ${JSON.stringify(index)}`);
      // It would come again for ever, and with it all that came together: one car less is the smaller harm.
      log.error('a car is left out of the index, which cannot hold it', {
        id: index._id,
        type: index.error.type,
      });
    }
  }
}

/**
 * Changes of the catalog, in any order and any number of times, into the index that answers: of a car's versions the newest
 * stands. While none answers there is nothing to do: whoever builds it reads what changed meanwhile.
 */
export const indexChanges = (changes: readonly CatalogChange[]): Promise<void> =>
  send(`/${indexAlias}/_bulk?require_alias=true`, changes, (error) => error === 'index_not_found_exception');

/** The same into an index that does not answer yet. */
export const fillIndex = (index: string, changes: readonly CatalogChange[]): Promise<void> =>
  send(`/${index}/_bulk`, changes, () => false);
