import { foldText } from '#core/catalog/fold-text.ts';
import townNames from './town-names.json' with { type: 'json' };
import { type Town, towns } from './towns.ts';

/** `town-names.json`: data, so that a browser fetches it as a file when somebody names a town. */
export type TownNames = {
  /** Every seat of a municipality, and the other towns and suburbs that ads name most, each with a postal code. */
  postalCodes: Readonly<Record<string, number>>;
  /** Our names by other names, as the marketplace's English pages and people write them (folded, see `foldText`). */
  otherNames: Readonly<Record<string, string>>;
};

/**
 * Finds our name of a Danish town as people and ads write it ("Århus", "8000 Aarhus C", "København S", "Copenhagen"), or of
 * a postal code; null when it is none we know.
 */
export function townNameFinder(names: TownNames): (text: string) => string | null {
  // Made when first asked: most of what loads this never is.
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
    // "Hillerod" as well as "Hilleroed": keyboards without ø leave the stroke away.
    for (const name of [town, town.replace(/ø/gi, 'o')]) byName.set(foldText(name), town);
    byName.set(String(postalCode), byName.get(String(postalCode)) ?? town);
  }
  for (const [name, town] of Object.entries(otherNames)) byName.set(name, town);
  return byName;
}

const findTownName = townNameFinder(townNames);

const byName = new Map(towns.map((town) => [town.name, town]));

/** The town behind a name or postal code as people write it (see `townNameFinder`), or null for none we know. */
export function findTown(text: string): Town | null {
  return byName.get(findTownName(text) ?? '') ?? null;
}
