import { foldText } from '#core/catalog/fold-text.ts';
import townNames from './town-names.json' with { type: 'json' };
import { type Town, towns } from './towns.ts';

/** The shape of `town-names.json`, a data file that browsers load when somebody enters a town. */
export type TownNames = {
  /** The postal codes of all municipal seats, and of the other towns and suburbs that ads name most. */
  postalCodes: Readonly<Record<string, number>>;
  /** Our names by other names, normalised with `foldText`: those of the marketplace's English pages and of people. */
  otherNames: Readonly<Record<string, string>>;
};

/**
 * Finds our name of a Danish town in the forms that people and ads use ("Århus", "8000 Aarhus C", "København S",
 * "Copenhagen"), or of a postal code; null if it is unknown.
 */
export function townNameFinder(names: TownNames): (text: string) => string | null {
  // Built on first use, because most functions that load this file never search for a town.
  let known: Map<string, string> | undefined;
  return (text) => {
    known ??= indexNames(names);
    const folded = foldText(text);
    const bare = folded.replace(/^\d{4} /, '').replace(/ (kommune|municipality)$/, '');
    const withoutDistrict = bare.replace(/ [a-z]{1,2}$/, '');
    return known.get(folded) ?? known.get(bare) ?? known.get(withoutDistrict) ?? null;
  };
}

function indexNames({ postalCodes, otherNames }: TownNames): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [town, postalCode] of Object.entries(postalCodes)) {
    // Also "Hillerod" for "Hillerød", as people write on keyboards without ø.
    for (const name of [town, town.replace(/ø/gi, 'o')]) byName.set(foldText(name), town);
    byName.set(String(postalCode), byName.get(String(postalCode)) ?? town);
  }
  for (const [name, town] of Object.entries(otherNames)) byName.set(name, town);
  return byName;
}

const findTownName = townNameFinder(townNames);

const byName = new Map(towns.map((town) => [town.name, town]));

/** The town of a name or postal code (see `townNameFinder`); null if it is unknown. */
export function findTown(text: string): Town | null {
  return byName.get(findTownName(text) ?? '') ?? null;
}
