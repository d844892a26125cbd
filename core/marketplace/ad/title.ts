import { once } from '#core/once.ts';
import { isEngineWord } from './title-evidence.ts';
import { entriesByKey, entryOf } from './title-index.ts';
import { findMake, findMisspeltMake, type NameMatch } from './title-make.ts';
import { modelIn } from './title-model.ts';
import { nearestWord, toWordList } from './title-slips.ts';
import { keyOf, type Token, tokenise } from './title-tokens.ts';
import { unglue } from './title-unglue.ts';
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
 * Make, model, variant and year from an ad's title: "2013 BMW X5 · xDrive50i Sport Utility 4D", "VW Golf VII
 * 1,4 TSi 125", "Golf 1.6 TDI årg. 2012". Names come back as `makes.ts` spells them; series that are named
 * by figures become "3-serie" and "C-Klasse". What the title does not say is null. A model without its make
 * is believed beside car words in the title, or where the rest of the ad says that it is a car
 * (`isSurelyCar`).
 */
export function readTitle(title: string, isSurelyCar = false): TitleFacts {
  const tokens = unglue(tokenise(title));
  const found = matchName(tokens, isSurelyCar);
  if (!found) return { make: null, model: null, variant: null, year: yearInTitle(title, []) };
  const { entry, model } = found;
  const year = yearInTitle(
    title,
    model ? tokens.slice(model.from, model.next).map((token) => token.text) : [],
  );
  return {
    make: entry.make.name,
    model: model?.name ?? null,
    variant: toVariant(restOf(tokens, found), model?.spoken ?? null, year),
    year,
  };
}

/** How surely a title names its make and model, from 0 (it names none) to 1 (both as the table spells them). */
export function surenessOfTitle(title: string, isSurelyCar = false): number {
  return matchName(unglue(tokenise(title)), isSurelyCar)?.sureness ?? 0;
}

function matchName(tokens: readonly Token[], isSurelyCar: boolean): NameMatch | null {
  return findMake(tokens) ?? findMisspeltMake(tokens, isSurelyCar) ?? findByModel(tokens, isSurelyCar);
}

/** What stands behind make and model, and the engine between them ("VW 1,4 TSI Golf"). */
function restOf(tokens: readonly Token[], { span, model }: NameMatch): Token[] {
  if (!model) return tokens.slice(span.end);
  const between = model.from > span.end ? tokens.slice(span.end, model.from) : [];
  return [...between.filter(isEngineWord), ...tokens.slice(Math.max(span.end, model.next))];
}

const longMakes = once(() =>
  toWordList(
    [...entriesByKey().keys()].filter((key) => key.length > 5),
    (key) => entriesByKey().get(key),
  ),
);

/** The product's spelling of a make ("VOLKSWAGEN", "vw", "Toyata" → "Toyota"); null for one it does not know. */
export function canonicalMake(text: string): string | null {
  const key = keyOf(text);
  const near = entriesByKey().has(key) ? null : nearestWord(key, longMakes());
  return entriesByKey().get(near?.slips === 1 ? near.key : key)?.make.name ?? null;
}

/**
 * The product's spelling of a make's model and what else the text says ("golf vi 2.0tdi" → "Golf", "vi
 * 2.0tdi"; "quashqai" → "Qashqai"); null for an unknown one.
 */
export function canonicalModel(make: string, text: string): { model: string; rest: string | null } | null {
  const known = canonicalMake(make);
  if (known === null) return null;
  const tokens = tokenise(text);
  const found = modelIn(entryOf(known), tokens, { start: 0, end: 0 });
  return found && found.from === 0
    ? { model: found.name, rest: toVariant(tokens.slice(found.next), found.spoken, null) }
    : null;
}
