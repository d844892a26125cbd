import { randomSequence } from '#core/valuation/statistics.ts';

/** A source of choices that repeats itself exactly for the same keys. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Whole number, both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  pickWeighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  /** `count` different items, in the order of `items`. */
  sample<T>(items: readonly T[], count: number): T[];
  /** Standard normal, cut at ±3. */
  normal(): number;
};

/** FNV-1a over the keys with a final mix: neighbouring keys ("car-1", "car-2") give unrelated streams. */
export function hashKeys(...keys: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of keys.join('\u001f')) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One stream per purpose: drawing more numbers for one thing must not move another. */
export function createRandom(...keys: (string | number)[]): Random {
  const next = randomSequence(hashKeys(...keys));
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    pick: (items) => items[whole(0, items.length - 1)]!,
    pickWeighted: (items, weightOf) => {
      let rest = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        rest -= weightOf(item);
        if (rest < 0) return item;
      }
      return items.at(-1)!;
    },
    sample: (items, count) => {
      const left = items.map((_, index) => index);
      const chosen = Array.from(
        { length: Math.min(count, items.length) },
        () => left.splice(whole(0, left.length - 1), 1)[0]!,
      );
      return chosen.sort((a, b) => a - b).map((index) => items[index]!);
    },
    normal: () => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return Math.max(-3, Math.min(3, radius * Math.cos(2 * Math.PI * next())));
    },
  };
}
