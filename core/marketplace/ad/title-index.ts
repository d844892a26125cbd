import { once } from '#core/once.ts';
import { type CarMake, carMakes } from './makes.ts';
import { seriesOf } from './model-series.ts';
import { keyOf } from './title-tokens.ts';

/** A make as a title is compared with it: names of models by every key they are written with. */
export type MakeEntry = {
  make: CarMake;
  keys: string[];
  models: ReadonlyMap<string, string>;
  /** The words that its names consist of, for mending slips: "golf", "variant", "xtrail". */
  words: ReadonlySet<string>;
};

function toEntry(make: CarMake): MakeEntry {
  const written = [
    ...make.models.map((name) => ({ text: name, name })),
    ...make.spellings.map(({ spelling, model }) => ({ text: spelling, name: model })),
  ];
  const models = new Map<string, string>();
  // A model's own name wins over another model's spelling.
  for (const { text, name } of written) if (!models.has(keyOf(text))) models.set(keyOf(text), name);
  return {
    make,
    keys: [make.name, ...make.aliases].map(keyOf),
    models,
    words: new Set(written.flatMap(({ text }) => text.split(/ /).map(keyOf)).filter((key) => key !== '')),
  };
}

/** The table of makes and models as a title is compared with it. */
export const makeEntries = once((): readonly MakeEntry[] => carMakes().map(toEntry));

/** Those that are meant where a title has slips or leaves the make out. */
export const commonEntries = once((): readonly MakeEntry[] =>
  makeEntries().filter(({ make }) => !make.isRare),
);

export const entriesByKey = once(
  (): ReadonlyMap<string, MakeEntry> =>
    new Map(makeEntries().flatMap((entry) => entry.keys.map((key) => [key, entry] as const))),
);

export function entryOf(name: string): MakeEntry {
  return makeEntries().find((entry) => entry.make.name === name)!;
}

/** All keys of models, each with the makes that have such a model. A rare make's models tell no make. */
export const ownersByKey = once((): ReadonlyMap<string, readonly MakeEntry[]> => {
  const owners = new Map<string, MakeEntry[]>();
  for (const entry of commonEntries())
    for (const key of entry.models.keys()) owners.set(key, [...(owners.get(key) ?? []), entry]);
  return owners;
});

/** Every word that some name consists of: such a word is no slip of another. */
export const wordsOfNames = once(
  (): ReadonlySet<string> => new Set(commonEntries().flatMap(({ words }) => [...words])),
);

export function isModelOf(entry: MakeEntry, text: string): boolean {
  const key = keyOf(text);
  return entry.models.has(key) || seriesOf(entry.make.name, [{ text, key }], 0) !== null;
}
