import { mergeSegments } from './merge-segments.ts';
import { rowOf, type Segment } from './segment.ts';

const liveCount = ({ size, goneCount }: Segment) => size - goneCount;

/** The live row of an id; an id is live in one segment at most. */
export function findLive(segments: readonly Segment[], id: string): { segment: Segment; row: number } | null {
  for (const segment of segments) {
    const row = rowOf(segment, id);
    if (row >= 0 && segment.isGone[row] === 0) return { segment, row };
  }
  return null;
}

/**
 * The segments with one more. A segment joins the one before it when it has grown to half of its size: there are never many,
 * and a card moves to a new segment only as often as their sizes double.
 */
export function addSegment(segments: readonly Segment[], added: Segment): Segment[] {
  const kept = [...segments];
  let last = added;
  for (let before = kept.at(-1); before; before = kept.at(-1)) {
    if (liveCount(before) > 2 * liveCount(last)) break;
    kept.pop();
    last = mergeSegments([before, last]);
  }
  return liveCount(last) > 0 || kept.length === 0 ? [...kept, last] : kept;
}
