import { type FoundModel, seriesOf } from './model-series.ts';
import { entryOf, type MakeEntry, makeEntries } from './title-index.ts';
import { nearestMake, nearestName, unglue } from './title-repair.ts';
import { joinKeys, keyOf, type Token, tokenise } from './title-tokens.ts';
import { toVariant } from './title-variant.ts';
import { findByModel } from './title-without-make.ts';
import { yearInTitle } from './year.ts';

export type TitleFacts = {
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
};

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
/** "Mazda3", "MG4": make and model in one word. */
const gluedNames = new Map(
  makeEntries.flatMap((entry) =>
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
  const tokens = unglue(tokenise(title));
  const found = findMake(tokens) ?? findMisspeltMake(tokens) ?? findByModel(tokens, isSurelyCar);
  if (!found) return { make: null, model: null, variant: null, year: yearInTitle(title, []) };
  const { entry, next } = found;
  const model = modelOf(entry, tokens, next);
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
  return makeEntries.find((entry) => entry.keys.includes(key))?.make.name ?? null;
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

function findMake(tokens: Token[]): { entry: MakeEntry; next: number } | null {
  for (let i = 0; i < tokens.length; i++) {
    // A range of models that everyone calls by its own name.
    if (joinKeys(tokens, i, 2) === 'rangerover') return { entry: entryOf('Land Rover'), next: i };
    for (const length of [2, 1]) {
      const key = joinKeys(tokens, i, length);
      const entry = key === null ? undefined : makeEntries.find((candidate) => candidate.keys.includes(key));
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

/** "Peugot 208": a word one or two slips from a make, with one of its models right behind it. */
function findMisspeltMake(tokens: Token[]): { entry: MakeEntry; next: number } | null {
  for (let at = 0; at < tokens.length; at++) {
    const entry = nearestMake(tokens[at]!.key);
    if (entry && findModel(entry, tokens, at + 1)?.from === at + 1) return { entry, next: at + 1 };
  }
  return null;
}

/** The model right behind its make, else before it, else farther behind, else misspelt. */
function modelOf(entry: MakeEntry, tokens: Token[], next: number): FoundModel | null {
  const behind = findModel(entry, tokens, next);
  if (behind?.from === next) return behind;
  return findBefore(entry, tokens, next) ?? behind ?? findMisspelt(entry, tokens, next);
}

/** "Golf VW 1,6 TDI": the model stands before its make. A figure there is more likely a year or an engine. */
function findBefore(entry: MakeEntry, tokens: Token[], end: number): FoundModel | null {
  for (let from = 0; from < end; from++) {
    const found = /^\d+$/.test(tokens[from]!.key) ? null : findModel(entry, tokens.slice(0, end), from);
    if (found && found.from === from) return { ...found, next: end };
  }
  return null;
}

/** "Nissan quashqai": within a make its models are few, so that a slip is safe to mend. */
function findMisspelt(entry: MakeEntry, tokens: Token[], start: number): FoundModel | null {
  for (let from = start; from < Math.min(tokens.length, start + 3); from++) {
    const near = nearestName(tokens[from]!.key, entry.models);
    if (near) return { name: near.name, from, next: from + 1, spoken: null };
  }
  return null;
}
