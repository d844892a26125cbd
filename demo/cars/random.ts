import { findTown } from '#core/places/places.ts';
import type { Town } from '#core/places/towns.ts';
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

/** A Danish town with the address word the marketplace uses for it. */
export type Place = Town & {
  slug: string;
  /** How many of the cars are for sale there. */
  weight: number;
};

function place(slug: string, name: string, weight: number): Place {
  const town = findTown(name);
  if (!town) throw new Error(`${name} is no town we know`);
  return { ...town, slug, weight };
}

export const places: readonly Place[] = [
  place('copenhagen', 'København', 13),
  place('aarhus', 'Aarhus', 11),
  place('odense', 'Odense', 11),
  place('aalborg', 'Aalborg', 8),
  place('esbjerg', 'Esbjerg', 5),
  place('randers', 'Randers', 4),
  place('kolding', 'Kolding', 4),
  place('horsens', 'Horsens', 4),
  place('vejle', 'Vejle', 4),
  place('roskilde', 'Roskilde', 4),
  place('herning', 'Herning', 4),
  place('silkeborg', 'Silkeborg', 4),
  place('naestved', 'Næstved', 3),
  place('viborg', 'Viborg', 3),
  place('fredericia', 'Fredericia', 3),
  place('koge', 'Køge', 3),
  place('holstebro', 'Holstebro', 2),
  place('taastrup', 'Taastrup', 2),
  place('slagelse', 'Slagelse', 3),
  place('hillerod', 'Hillerød', 3),
  place('sonderborg', 'Sønderborg', 2),
  place('svendborg', 'Svendborg', 3),
  place('hjorring', 'Hjørring', 2),
  place('holbaek', 'Holbæk', 2),
  place('frederikshavn', 'Frederikshavn', 1),
  place('helsingor', 'Helsingør', 2),
  place('haderslev', 'Haderslev', 2),
  place('skive', 'Skive', 1),
  place('ringsted', 'Ringsted', 2),
  place('nykobing-falster', 'Nykøbing Falster', 1),
  place('middelfart', 'Middelfart', 2),
  place('nyborg', 'Nyborg', 1),
  place('thisted', 'Thisted', 1),
  place('ronne', 'Rønne', 1),
];

const bySlug = new Map(
  places.flatMap((town) => [[town.slug, town] as const, [String(town.postalCode), town] as const]),
);

export function findPlace(slug: string): Place | null {
  return bySlug.get(slug.toLowerCase()) ?? null;
}
