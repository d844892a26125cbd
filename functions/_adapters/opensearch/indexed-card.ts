import type { Card } from '#core/car/card.ts';
import { indexAlias } from '#core/search/opensearch/index-definition.ts';
import { refusal } from '#functions/_runtime/aws-call.ts';
import { askEngine } from './call-opensearch.ts';

/** The card of a listed car as the index holds it this moment, before searches see it; null when there is none. */
export async function indexedCard(id: string): Promise<Card | null> {
  const path = `/${indexAlias}/_doc/${encodeURIComponent(id)}`;
  const answer = await askEngine({ method: 'GET', path });
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`OpenSearch cannot read a card: ${refusal(answer)}`);
  const { _source } = JSON.parse(answer.bytes.toString('utf8')) as { _source?: { card?: Card } };
  return _source?.card ?? null;
}
