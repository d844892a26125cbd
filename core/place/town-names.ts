import { foldText } from '../search/fold-text.ts';

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
export function townNameFinder({ postalCodes, otherNames }: TownNames): (text: string) => string | null {
  const byName = new Map<string, string>();
  for (const [town, postalCode] of Object.entries(postalCodes)) {
    // "Hillerod" as well as "Hilleroed": keyboards without ø leave the stroke away.
    for (const name of [town, town.replace(/ø/gi, 'o')]) byName.set(foldText(name), town);
    byName.set(String(postalCode), byName.get(String(postalCode)) ?? town);
  }
  for (const [name, town] of Object.entries(otherNames)) byName.set(name, town);
  return (text) => {
    const folded = foldText(text);
    const bare = folded.replace(/^\d{4} /, '').replace(/ (kommune|municipality)$/, '');
    const withoutDistrict = bare.replace(/ [a-z]{1,2}$/, '');
    return byName.get(folded) ?? byName.get(bare) ?? byName.get(withoutDistrict) ?? null;
  };
}
