import { findTownName, townNames as namesAndCodes } from '#core/place/town-names.ts';

/** Loaded when somebody begins to name a town. */
export const townNames: readonly string[] = namesAndCodes.map(([name]) => name);

/** The name we use of a town as people write it ("Århus C" is Aarhus), or null for none we know. */
export const townNameOf = findTownName;
