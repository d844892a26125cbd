import type { NamedColumn } from './named-columns.ts';
import type { Segment } from './segment.ts';
import { type Column, readChunk, writeChunk } from './snapshot-chunk.ts';
import { type Contents, columnsOf, contentsOf, segmentOf } from './snapshot-columns.ts';
import { format, formerFormat } from './snapshot-format.ts';
import { segmentOfFormer } from './snapshot-former.ts';
import type { TextCodec } from './texts.ts';

/** A catalog of one segment, whose columns lie in the chunks that were opened: nothing is parsed, sorted or indexed. */
export type Snapshot = {
  segment: Segment;
  removedAt: Map<string, string>;
  mergedInto: Map<string, string>;
  version: string;
};

/** What every chunk says of itself; the first says the rest. */
type About = { format: string; version: string; number: number; chunks: number; catalog: Contents | null };
/** Neighbouring columns together as far as they fit; one that is larger stands alone. */
function group(columns: readonly NamedColumn[], chunkBytes: number): NamedColumn[][] {
  const groups: NamedColumn[][] = [];
  let left = 0;
  for (const column of columns) {
    const { byteLength } = column[1];
    if (byteLength > left || groups.length === 0) {
      groups.push([]);
      left = chunkBytes;
    }
    groups.at(-1)!.push(column);
    left -= byteLength;
  }
  return groups;
}

/** The snapshot as chunks of about `chunkBytes`, made one after another. */
export function* closeSnapshot(
  { segment, removedAt, mergedInto, version }: Snapshot,
  chunkBytes: number,
  codec: TextCodec,
): Iterable<Uint8Array<ArrayBuffer>> {
  const groups = group(columnsOf(segment, codec), chunkBytes);
  const contents = contentsOf(segment, { removedAt, mergedInto });
  for (const [number, columns] of groups.entries()) {
    const catalog = number === 0 ? contents : null;
    yield writeChunk<About>({ format, version, number, chunks: groups.length, catalog }, columns);
  }
}

/** Null when the chunks are not all of one snapshot, in their order, of this format or the one before. */
export function openSnapshot(chunks: readonly Uint8Array[], codec: TextCodec): Snapshot | null {
  const columns = new Map<string, Column>();
  let first: About | null = null;
  for (const [number, bytes] of chunks.entries()) {
    const chunk = readChunk<About>(bytes);
    if (!chunk) return null;
    first ??= chunk.about;
    const { about } = chunk;
    if (about.number !== number || about.chunks !== chunks.length) return null;
    if (about.version !== first.version || about.format !== first.format) return null;
    for (const [name, column] of chunk.columns) columns.set(name, column);
  }
  if (!first?.catalog) return null;
  const { version, catalog } = first;
  const former = first.format === format ? null : formerFormat(first.format);
  if (first.format !== format && !former) return null;
  const segment = former
    ? segmentOfFormer(catalog, columns, former, codec)
    : segmentOf(catalog, columns, codec);
  const { removedAt, mergedInto = [] } = catalog;
  return segment && { segment, removedAt: new Map(removedAt), mergedInto: new Map(mergedInto), version };
}
