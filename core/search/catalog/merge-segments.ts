import { gone, mergeIndexes } from './merge-words.ts';
import { type Names, type NumberColumns, numberColumns, type Segment } from './segment.ts';
import { orderAll } from './sort-order.ts';
import { bytesAt, packTexts } from './texts.ts';

/** The live rows of some segments in the order of their ids: row n comes from `rows[n]` of `segments[sources[n]]`. */
type Plan = { segments: readonly Segment[]; sources: Uint8Array; rows: Uint32Array; newRows: Uint32Array[] };

function planMerge(segments: readonly Segment[]): Plan {
  const live = segments.flatMap(({ ids, isGone }, source) =>
    ids.flatMap((id, row) => (isGone[row] === 0 ? [{ id, source, row }] : [])),
  );
  live.sort((a, b) => (a.id < b.id ? -1 : 1));
  const newRows = segments.map(({ size }) => new Uint32Array(size).fill(gone));
  for (const [n, { source, row }] of live.entries()) newRows[source]![row] = n;
  return {
    segments,
    sources: Uint8Array.from(live, ({ source }) => source),
    rows: Uint32Array.from(live, ({ row }) => row),
    newRows,
  };
}

function mergeNumbers({ segments, sources, rows }: Plan): NumberColumns {
  const columns = Object.entries(numberColumns).map(([name, Column]) => {
    const parts = segments.map(({ numbers }) => numbers[name as keyof NumberColumns]);
    const merged = new Column(rows.length);
    for (let n = 0; n < merged.length; n++) merged[n] = parts[sources[n]!]![rows[n]!]!;
    return [name, merged];
  });
  return Object.fromEntries(columns) as NumberColumns;
}

/** One column of names. Names that no row bears any more may stay. */
function mergeNames({ sources, rows }: Plan, parts: readonly Names[]): Names {
  const values = [...new Set(parts.flatMap((part) => part.values))];
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const newCodes = parts.map((part) => part.values.map((value) => codeOf.get(value)!));
  const codes = new Uint32Array(rows.length);
  for (let n = 0; n < codes.length; n++) {
    const source = sources[n]!;
    codes[n] = newCodes[source]![parts[source]!.codes[rows[n]!]!]!;
  }
  return { codes, values };
}

/** One segment of the live rows of several, without reading a card: ten times cheaper than building it anew. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  const plan = planMerge(segments);
  const { sources, rows, newRows } = plan;
  const size = rows.length;
  const segmentOf = (n: number) => segments[sources[n]!]!;
  const numbers = mergeNumbers(plan);
  const cities = mergeNames(
    plan,
    segments.map((segment) => segment.cities),
  );
  const townOf = new Map(
    segments.flatMap((segment) => segment.cities.values.map((city, code) => [city, segment.towns[code]!])),
  );
  const names = (of: (segment: Segment) => Names) => mergeNames(plan, segments.map(of));
  const words = (kind: 'open' | 'guarded') =>
    mergeIndexes(segments.map((segment, s) => ({ index: segment.words[kind], newRows: newRows[s]! })));
  return {
    size,
    ids: Array.from({ length: size }, (_, n) => segmentOf(n).ids[rows[n]!]!),
    isGone: new Uint8Array(size),
    goneCount: 0,
    numbers,
    makes: names((segment) => segment.makes),
    models: names((segment) => segment.models),
    cities,
    towns: cities.values.map((city) => townOf.get(city) ?? null),
    orders: orderAll(numbers, size),
    words: { open: words('open'), guarded: words('guarded') },
    texts: packTexts(size, (n) => bytesAt(segmentOf(n).texts, rows[n]!)),
  };
}
