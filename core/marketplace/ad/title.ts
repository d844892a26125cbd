import { type CarMake, carMakes } from './makes.ts';
import { type FoundModel, seriesOf } from './model-series.ts';
import { joinKeys, keyOf, type Token, tokenise } from './title-tokens.ts';
import { toVariant } from './title-variant.ts';
import { yearInTitle } from './year.ts';

export type TitleFacts = {
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
};

type Named = { name: string; key: string };
type MakeEntry = { make: CarMake; keys: string[]; models: Named[] };

const entries: MakeEntry[] = carMakes.map((make) => ({
  make,
  keys: [make.name, ...make.aliases].map(keyOf),
  models: make.models.map((name) => ({ name, key: keyOf(name) })),
}));
/**
 * Makes that are words of their own ("car seat", "mini bike"): believed at the start of a title or before
 * one of their models.
 */
const ambiguousMakes = new Set([
  'Seat',
  'MINI',
  'Smart',
  'DS',
  'MG',
  'RAM',
  'Land Rover',
  'Genesis',
  'Lotus',
  'Lincoln',
  'Rover',
]);
/**
 * Models that name their make without it ("Golf 1.6 TDI"); those that are everyday words or other goods are
 * left out.
 */
const everydayWords = new Set(
  'accord across adam alto amazon avenger born bravo caddy california capri charger colt combo compass coupe cube daily delta edge escort expert explorer focus fusion galaxy idea insight jazz journey junior legend leon logan master matrix midget move multipla musa mustang note omega orion outback panda partner patrol patriot picnic polo prelude puma pulsar ranger rapid roadster rocks roma samara scala sierra soul spark spider splash spring sprinter swift symbioz trax transit tourer traveller vision volt wind'.split(
    ' ',
  ),
);
const modelOwners = indexModels();
/** "Mazda3", "MG4": make and model in one word. */
const gluedNames = new Map(
  entries.flatMap((entry) =>
    entry.models
      .filter((model) => /\d$/.test(model.key))
      .flatMap((model) => entry.keys.map((key) => [key + model.key, entry] as const)),
  ),
);

/**
 * Make, model, variant and year from an ad's title: "2013 BMW X5 · xDrive50i Sport Utility 4D", "VW Golf VII
 * 1,4 TSi 125", "Golf 1.6 TDI årg. 2012". Names come back as `makes.ts` spells them; series that are named
 * by figures become "3-serie" and "C-Klasse". What the title does not say is null. A model without its make
 * is believed beside car words in the title, or where the rest of the ad says that it is a car
 * (`isSurelyCar`).
 */
export function readTitle(title: string, isSurelyCar = false): TitleFacts {
  const tokens = tokenise(title);
  const found = findMake(tokens) ?? findByModel(tokens, isSurelyCar);
  if (!found) return { make: null, model: null, variant: null, year: yearInTitle(title, []) };
  const { entry, next } = found;
  const model = findModel(entry, tokens, next);
  const rest = tokens.slice(model ? model.next : next);
  const year = yearInTitle(
    title,
    model ? tokens.slice(model.from, model.next).map((token) => token.text) : [],
  );
  return {
    make: entry.make.name,
    model: model?.name ?? null,
    variant: toVariant(rest, model?.spoken ?? null, year),
    year,
  };
}

/** The product's spelling of a make ("VOLKSWAGEN", "vw" → "Volkswagen"); null for one it does not know. */
export function canonicalMake(text: string): string | null {
  const key = keyOf(text);
  return entries.find((entry) => entry.keys.includes(key))?.make.name ?? null;
}

/**
 * The product's spelling of a make's model and what else the text says ("golf vi 2.0tdi" → "Golf", "vi
 * 2.0tdi"); null for an unknown one.
 */
export function canonicalModel(make: string, text: string): { model: string; rest: string | null } | null {
  const known = canonicalMake(make);
  if (known === null) return null;
  const entry = entryOf(known);
  const tokens = tokenise(text);
  const found = findModel(entry, tokens, 0);
  return found && found.from === 0
    ? { model: found.name, rest: toVariant(tokens.slice(found.next), found.spoken, null) }
    : null;
}

function entryOf(make: string): MakeEntry {
  return entries.find((entry) => entry.make.name === make)!;
}

function findMake(tokens: Token[]): { entry: MakeEntry; next: number } | null {
  for (let i = 0; i < tokens.length; i++) {
    // A range of models that everyone calls by its own name.
    if (joinKeys(tokens, i, 2) === 'rangerover') return { entry: entryOf('Land Rover'), next: i };
    for (const length of [2, 1]) {
      const key = joinKeys(tokens, i, length);
      const entry = key === null ? undefined : entries.find((candidate) => candidate.keys.includes(key));
      if (entry && isBelievable(entry, tokens, i, i + length)) return { entry, next: i + length };
    }
    const glued = gluedNames.get(tokens[i]!.key);
    if (glued) return { entry: glued, next: i };
  }
  return null;
}

function isBelievable(entry: MakeEntry, tokens: Token[], at: number, next: number): boolean {
  if (!ambiguousMakes.has(entry.make.name)) return true;
  const isFirst = tokens.slice(0, at).every((token) => /^\d{4}$/.test(token.key));
  return isFirst || findModel(entry, tokens, next) !== null;
}

function findModel(entry: MakeEntry, tokens: Token[], start: number): FoundModel | null {
  for (let from = start; from < Math.min(tokens.length, start + 4); from++) {
    const series = seriesOf(entry.make.name, tokens, from);
    if (series) return series;
    for (let length = 4; length >= 1; length--) {
      const key = joinKeys(tokens, from, length);
      if (key === null) continue;
      const bare = entry.keys.find((makeKey) => key.startsWith(makeKey));
      const named = entry.models.find(
        (model) => model.key === key || (bare !== undefined && bare + model.key === key),
      );
      // One or two figures ("Mazda 3", "Polestar 2") are a model only right after the make.
      if (named && (from === start || !/^\d{1,2}$/.test(named.key)))
        return { name: named.name, from, next: from + length, spoken: null };
    }
  }
  return null;
}

function indexModels(): Map<string, MakeEntry | null> {
  const owners = new Map<string, MakeEntry | null>();
  for (const entry of entries) {
    for (const { key } of entry.models) {
      if (!/^[a-z]{4,}$/.test(key) || everydayWords.has(key)) continue;
      owners.set(key, owners.has(key) ? null : entry);
    }
  }
  return owners;
}

/**
 * A title without a make: believed when a model of one make stands in it beside an engine, a year or a
 * mileage.
 */
function findByModel(tokens: Token[], isSurelyCar: boolean): { entry: MakeEntry; next: number } | null {
  const hasCarWords = tokens.some((token) =>
    /^\d[.,]\d|^(?:19|20)\d\d$|^\d+(?:hk|km|tkm)$|^(?:tdi|tsi|hdi|dci|hk|km)$/i.test(token.text),
  );
  if (!hasCarWords && !isSurelyCar) return null;
  for (let i = 0; i < tokens.length; i++) {
    const entry = modelOwners.get(tokens[i]!.key);
    if (entry) return { entry, next: i };
  }
  return null;
}
