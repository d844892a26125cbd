import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Baseline = { error: number; winkler: number };
/** Baselines by cell ("dk1-split-full") and method ("lgb", "cat" where it was measured, "ridge", "knn"). */
export type Reference = Map<string, Map<string, Baseline>>;

/** Reads REFERENCE.txt: a header of column names, then one line per cell and method. Missing file: no baselines. */
export function readReference(folder: string): Reference {
  const reference: Reference = new Map();
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'REFERENCE.txt'), 'utf8').split('\n');
  } catch {
    return reference;
  }
  const header = lines[0]!.trim().split(/\s+/);
  for (const line of lines.slice(1)) {
    const fields = line.trim().split(/\s+/);
    const [cell, method] = fields;
    if (!cell || !method) continue;
    const read = (name: string) => Number(fields[header.indexOf(name)]);
    const methods = reference.get(cell) ?? new Map<string, Baseline>();
    reference.set(cell, methods.set(method, { error: read('MdAPE'), winkler: read('winkler') }));
  }
  return reference;
}
