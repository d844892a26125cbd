import type { Viewer } from '../../car/viewer.ts';
import type { Likeness } from '../catalog-reader.ts';
import { foldText } from '../fold-text.ts';
import type { Place } from './merge-page.ts';
import { type Segment, unknownMileage } from './segment.ts';
import { isLockedTo } from './traits.ts';

export const mostSimilar = 8;
/** What makes two cars as different as another model of the same make: about six years or a price 2.7 times as high. */
export const weights = { otherModel: 1, perYear: 1 / 6, unknownFact: 0.5 };
const { otherModel, perYear, unknownFact } = weights;

const ratio = (a: number | null, b: number): number =>
  a === null || a <= 0 || b <= 0 || b === unknownMileage
    ? unknownFact
    : Math.abs(Math.log((a + 1000) / (b + 1000)));

/** By code of the model: 1 for the subject's, however it is spelled. */
function sameModels(subject: Likeness, { models }: Segment): Uint8Array {
  const wanted = subject.model === null ? '' : foldText(subject.model);
  return Uint8Array.from(models.values, (model) => (wanted !== '' && foldText(model) === wanted ? 1 : 0));
}

function difference(
  subject: Likeness,
  isSameModel: Uint8Array,
  { numbers, models }: Segment,
  row: number,
): number {
  const year = numbers.year[row]!;
  return (
    (isSameModel[models.codes[row]!] === 1 ? 0 : otherModel) +
    (subject.year === null || year === 0 ? unknownFact : Math.abs(subject.year - year) * perYear) +
    ratio(subject.priceDkk, numbers.priceDkk[row]!) +
    ratio(subject.mileageKm, numbers.mileageKm[row]!) / 2
  );
}

type Alike = Place & { difference: number };

/** Cars of the same make, open to the viewer, the most alike first. */
export function findSimilar(segments: readonly Segment[], subject: Likeness, viewer: Viewer): Place[] {
  const best: Alike[] = [];
  for (const segment of segments) {
    const make = segment.makes.values.indexOf(subject.make ?? '');
    if (make <= 0) continue;
    const isSameModel = sameModels(subject, segment);
    for (let row = 0; row < segment.size; row++) {
      if (segment.makes.codes[row] !== make || segment.isGone[row] === 1) continue;
      if (isLockedTo(viewer, segment.numbers.traits[row]!) || segment.ids[row] === subject.id) continue;
      insert(best, { segment, row, difference: difference(subject, isSameModel, segment, row) });
    }
  }
  return best;
}

/** Keeps the best few, sorted; ids decide between equals. */
function insert(best: Alike[], candidate: Alike): void {
  const isBetter = (other: Alike) =>
    candidate.difference < other.difference ||
    (candidate.difference === other.difference &&
      candidate.segment.ids[candidate.row]! < other.segment.ids[other.row]!);
  const last = best.at(-1);
  if (best.length === mostSimilar && last && !isBetter(last)) return;
  const place = best.findIndex(isBetter);
  best.splice(place < 0 ? best.length : place, 0, candidate);
  best.length = Math.min(best.length, mostSimilar);
}
