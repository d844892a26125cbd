import type { Viewer } from '../../car/viewer.ts';
import { mostSimilar, weights } from '../catalog/similar.ts';
import type { Likeness } from '../catalog-reader.ts';
import { foldText } from '../fold-text.ts';
import { openClauses } from './filters.ts';
import { indexAlias } from './index-definition.ts';
import { allOf, type Search } from './search-body.ts';

// How two cars differ, as core/search/catalog/similar.ts has it: the same sums in the same order. What is unknown comes as
// a number that no car has.
const difference = `
double apart(double a, double b, double unknown) {
  return a <= 0 || b <= 0 || b == Double.MAX_VALUE ? unknown : Math.abs(Math.log((a + 1000) / (b + 1000)));
}
boolean isSame = doc['modelFolded'].size() > 0 && doc['modelFolded'].value.equals(params.model);
double year = doc['year'].value;
return (isSame ? 0 : params.otherModel)
  + (params.year == 0 || year == 0 ? params.unknownFact : Math.abs(params.year - year) * params.perYear)
  + apart(params.priceDkk, doc['priceDkk'].value, params.unknownFact)
  + apart(params.mileageKm, doc['mileageKm'].value, params.unknownFact) / 2;`;

/** Cars of the same make, open to the viewer, the most alike first; null for a car of no make, which resembles none. */
export function askSimilar(subject: Likeness, viewer: Viewer): Search | null {
  if (!subject.make) return null;
  const isAnother = { bool: { must_not: [{ term: { id: subject.id } }] } };
  const params = {
    ...weights,
    model: subject.model === null ? '' : foldText(subject.model),
    year: subject.year ?? 0,
    priceDkk: subject.priceDkk,
    mileageKm: subject.mileageKm ?? 0,
  };
  return {
    head: { index: indexAlias, allow_partial_search_results: false },
    body: {
      query: allOf([...openClauses(viewer), { term: { make: subject.make } }, isAnother]),
      sort: [
        { _script: { type: 'number', script: { source: difference, params }, order: 'asc' } },
        { id: 'asc' },
      ],
      size: mostSimilar,
      track_total_hits: false,
      _source: ['card'],
    },
  };
}
