import { isObject, type JsonObject } from '#core/marketplaces/page/json-read.ts';

/**
 * `text`: a short line; `words`: the seller's text; `value`: also a number or boolean. All entries of a list have one
 * shape.
 */
export type Shape = 'text' | 'words' | 'value' | readonly Shape[] | { readonly [key: string]: Shape };

const mostLetters = { text: 300, value: 40, words: 8_000 } as const;
const mostRows = 60;

/** A copy of an ad's data with only the fields of `shape`, whatever the original contains. */
export function keepFields(ad: unknown, shape: Shape): JsonObject {
  const kept = keep(ad, shape);
  return isObject(kept) ? kept : {};
}

function keep(value: unknown, shape: Shape): unknown {
  if (typeof value === 'string') return keepText(value, shape);
  if (typeof shape === 'string')
    return shape === 'value' && ['number', 'boolean'].includes(typeof value) ? value : undefined;
  if (isList(shape)) return Array.isArray(value) ? keepRows(value, shape[0]!) : undefined;
  if (!isObject(value)) return undefined;
  const kept: JsonObject = {};
  for (const key of Object.keys(shape)) {
    const inner = Object.hasOwn(value, key) ? keep(value[key], shape[key]!) : undefined;
    if (inner !== undefined) kept[key] = inner;
  }
  return kept;
}

/** Rows of specifications can be texts or objects, and so can a plate. */
function keepText(text: string, shape: Shape): string | undefined {
  if (isList(shape)) return undefined;
  return text.slice(0, mostLetters[typeof shape === 'string' ? shape : 'text']);
}

const keepRows = (rows: readonly unknown[], shape: Shape): unknown[] =>
  rows
    .slice(0, mostRows)
    .map((row) => keep(row, shape))
    .filter((row) => row !== undefined);

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);
