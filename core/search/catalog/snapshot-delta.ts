import { mergeSegments } from './merge-segments.ts';
import type { Segment } from './segment.ts';
import { type Column, readChunk, writeChunk } from './snapshot-chunk.ts';
import { type Contents, columnsOf, contentsOf, type Departures, segmentOf } from './snapshot-columns.ts';
import { format } from './snapshot-format.ts';
import type { TextCodec } from './texts.ts';

/** A snapshot as a catalog holds it that began with it: the segment that lies in its chunks, and how new it was. */
export type Base = { segment: Segment; version: string };

type Known = { segments: readonly Segment[]; version: string };
type Opened = {
  segments: Segment[];
  removedAt: Map<string, string>;
  mergedInto: Map<string, string>;
  version: string;
};

/** What a delta says of itself; its base is told by how new it was and how many rows it has. */
type About = {
  format: string;
  /** A chunk of a snapshot has none. */
  base?: { version: string; size: number };
  version: string;
  catalog: Contents;
};

/**
 * A delta of more of its base's rows than this is not worth its while: whoever begins with the two reads both and asks both,
 * and it is written whole each time.
 */
const largestShare = 1 / 8;

function rowsGone({ isGone, goneCount }: Segment): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(goneCount);
  let count = 0;
  for (let row = 0; row < isGone.length; row++) if (isGone[row] === 1) rows[count++] = row;
  return rows;
}

/**
 * All that a catalog knows beyond its snapshot, as one chunk: rows of it that are gone, and a segment of what is new. Null when
 * the snapshot is no longer part of it, or too much has changed.
 */
export function closeDelta(
  base: Base,
  catalog: Known & Departures,
  codec: TextCodec,
): Uint8Array<ArrayBuffer> | null {
  const [first, ...later] = catalog.segments;
  if (first !== base.segment) return null;
  const { size, goneCount } = first;
  if (goneCount + later.reduce((sum, segment) => sum + segment.size, 0) > size * largestShare) return null;
  const segment = mergeSegments(later);
  const about: About = {
    format,
    base: { version: base.version, size },
    version: catalog.version,
    catalog: contentsOf(segment, catalog),
  };
  return writeChunk(about, [['gone', rowsGone(first)], ...columnsOf(segment, codec)]);
}

/**
 * The catalog of a snapshot and its delta. Takes the snapshot's segment over: rows of it are marked as gone. Null when the delta
 * is broken, of another format or of another snapshot.
 */
export function openDelta(base: Base, bytes: Uint8Array, codec: TextCodec): Opened | null {
  const chunk = readChunk<About>(bytes);
  if (!chunk) return null;
  const { about } = chunk;
  const { size } = base.segment;
  if (about.format !== format || about.base?.version !== base.version || about.base.size !== size)
    return null;
  const columns = new Map<string, Column>(chunk.columns);
  const { removedAt, mergedInto = [] } = about.catalog;
  for (const row of columns.get('gone')!) base.segment.isGone[row] = 1;
  base.segment.goneCount = columns.get('gone')!.length;
  return {
    segments: [base.segment, segmentOf(about.catalog, columns, codec)],
    removedAt: new Map(removedAt),
    mergedInto: new Map(mergedInto),
    version: about.version,
  };
}
