import { featureKey } from './design-matrix.ts';
import { coefficientDecimals } from './hedonic-price.ts';
import {
  packDecimals,
  packIntegers,
  packSteps,
  unpackDecimals,
  unpackIntegers,
  unpackSteps,
} from './integer-text.ts';

/** Names by number: a make stands in it once, and not with each of its words. */
export class NameBook {
  readonly names: string[];
  private readonly numbers: Map<string, number>;

  constructor(names: readonly string[]) {
    this.names = [...names];
    this.numbers = new Map(names.map((name, number) => [name, number]));
  }

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/**
 * The coefficients of one feature group. A level is a name ("toyota"), or two with a bar between ("toyota/yaris|style"):
 * `first` and `second` number them, sorted, as steps; `second` starts anew wherever `first` moves.
 */
type PackedGroup = { first: string; second?: string; values: string };
export type PackedCoefficients = Record<string, PackedGroup>;

type Entry = { first: number; second: number; value: number };

const bar = '|';

function splitLevel(level: string): [string, string | undefined] {
  const at = level.indexOf(bar);
  return at < 0 ? [level, undefined] : [level.slice(0, at), level.slice(at + 1)];
}

function packGroup(entries: Entry[]): PackedGroup {
  entries.sort((one, other) => one.first - other.first || one.second - other.second);
  const isPair = entries.some(({ second }) => second >= 0);
  const steps = entries.map(({ first, second }, place) => {
    const before = entries[place - 1];
    return before?.first === first ? second - before.second : second;
  });
  return {
    first: packSteps(entries.map(({ first }) => first)),
    ...(isPair && { second: packIntegers(steps) }),
    values: packDecimals(
      entries.map(({ value }) => value),
      coefficientDecimals,
    ),
  };
}

/** New names are entered in the book. */
export function packCoefficients(coefficients: Record<string, number>, book: NameBook): PackedCoefficients {
  const groups: Record<string, Entry[]> = {};
  for (const [key, value] of Object.entries(coefficients)) {
    const [group, level] = splitLevel(key);
    const [first, second] = splitLevel(level!);
    groups[group] ??= [];
    groups[group].push({
      first: book.numberOf(first),
      second: second === undefined ? -1 : book.numberOf(second),
      value,
    });
  }
  return Object.fromEntries(Object.entries(groups).map(([group, entries]) => [group, packGroup(entries)]));
}

export function unpackCoefficients(
  packed: PackedCoefficients,
  names: readonly string[],
): Record<string, number> {
  const coefficients: Record<string, number> = {};
  for (const [group, { first, second, values }] of Object.entries(packed)) {
    const firsts = unpackSteps(first);
    const steps = second === undefined ? [] : unpackIntegers(second);
    let at = -1;
    unpackDecimals(values, coefficientDecimals).forEach((value, place) => {
      at = (firsts[place] === firsts[place - 1] ? at : 0) + (steps[place] ?? -1);
      const name = names[firsts[place]!]!;
      const level = at < 0 ? name : name + bar + names[at]!;
      coefficients[featureKey(group, level)] = value;
    });
  }
  return coefficients;
}
