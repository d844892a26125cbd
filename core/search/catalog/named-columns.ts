import type { Column } from './snapshot-chunk.ts';

export type NamedColumn = readonly [string, Column];

/** The columns of a snapshot by their names. */
export type Columns = ReadonlyMap<string, Column>;

export const columnIn =
  (columns: Columns) =>
  <T extends Column>(name: string): T =>
    columns.get(name) as T;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Lines as a column. Ids and folded words hold no line breaks. */
export const joinLines = (lines: readonly string[]) => encoder.encode(lines.join('\n'));

export function linesIn(columns: Columns, name: string): string[] {
  const bytes = columnIn(columns)<Uint8Array<ArrayBuffer>>(name);
  return bytes.length === 0 ? [] : decoder.decode(bytes).split('\n');
}
