import { compareTexts } from '#core/compare-texts.ts';
import type { Card } from '../../car/card.ts';
import type { Viewer } from '../../car/viewer.ts';
import { deals } from '../../valuation/valuation.ts';
import type { CardPage, Facet } from '../card-query.ts';
import type { CatalogCounts } from '../catalog-reader.ts';
import { priceSteps } from '../price-scale.ts';
import type { Counted } from './facet-searches.ts';
import type { Hit, SearchAnswer } from './search-body.ts';

/** The facets and the histogram of a page. */
export type Facets = Omit<CardPage, 'cards' | 'lockedOnPage' | 'totalCount' | 'totalPages' | 'page'>;

/** @throws when the engine could not answer, or only in part: a list that silently lacks cars is worse than none. */
export function requireWhole(answer: SearchAnswer): SearchAnswer {
  const failed = answer._shards?.failed ?? 0;
  if (answer.error !== undefined || answer.timed_out || failed > 0)
    throw new Error(`the search was not answered in full: ${JSON.stringify(answer.error ?? { failed })}`);
  return answer;
}

export const hitsOf = (answer: SearchAnswer): Hit[] => answer.hits?.hits ?? [];
export const totalOf = (answer: SearchAnswer): number => answer.hits?.total?.value ?? 0;
export const cardsOf = (answer: SearchAnswer): Card[] =>
  hitsOf(answer).map(({ _source }) => _source?.card as Card);

/** An ISO instant; empty where the index has nothing. */
export function newestOf(answer: SearchAnswer): string {
  const ms = answer.aggregations?.newest?.value ?? null;
  return ms === null ? '' : new Date(ms).toISOString();
}

/** What the answers count under a name: the most first, then by name as the memory engine has them. */
function facetOf<T extends string>(answers: readonly SearchAnswer[], name: Counted): Facet<T>[] {
  const counts = answers.map(({ aggregations }) => aggregations?.[name]).find((one) => one !== undefined);
  if ((counts?.sum_other_doc_count ?? 0) > 0)
    throw new Error(`there are more values of ${name} than are counted`);
  return (counts?.buckets ?? [])
    .map(({ key, doc_count }) => ({ name: String(key) as T, count: doc_count }))
    .sort((a, b) => b.count - a.count || compareTexts(a.name, b.name));
}

function histogramOf(answers: readonly SearchAnswer[]): number[] {
  const histogram = new Array<number>(priceSteps).fill(0);
  // A price that stands in no bar has a step beyond the last.
  for (const { name, count } of facetOf(answers, 'price'))
    if (Number(name) < priceSteps) histogram[Number(name)] = count;
  return histogram;
}

export const facetsOf = (answers: readonly SearchAnswer[], viewer: Viewer): Facets => ({
  brands: facetOf(answers, 'brand'),
  deals: viewer.isPremium ? facetOf(answers, 'deal') : null,
  fuels: facetOf(answers, 'fuel'),
  gearboxes: facetOf(answers, 'gearbox'),
  sellers: facetOf(answers, 'seller'),
  models: facetOf(answers, 'model'),
  sources: facetOf(answers, 'source'),
  bodies: facetOf(answers, 'body'),
  colors: facetOf(answers, 'color'),
  features: facetOf(answers, 'features'),
  priceHistogram: histogramOf(answers),
});

export function countsOf(answer: SearchAnswer): CatalogCounts {
  const counted = new Map(facetOf([answer], 'deal').map(({ name, count }) => [name, count]));
  const byDeal = Object.fromEntries(deals.map((deal) => [deal, counted.get(deal) ?? 0]));
  return { ...(byDeal as Omit<CatalogCounts, 'total'>), total: totalOf(answer) };
}
