import namesUrl from '#core/place/town-names.json?url';
import { type TownNames, townNameFinder } from '#core/place/town-names.ts';

type TownList = {
  names: readonly string[];
  /** The name we use of a town as people write it ("Århus C" is Aarhus), or null for none we know. */
  nameOf: (text: string) => string | null;
};

async function fetchTowns(): Promise<TownList> {
  const response = await fetch(namesUrl);
  if (!response.ok) throw new Error(`the towns: ${response.status}`);
  const data = (await response.json()) as TownNames;
  return { names: Object.keys(data.postalCodes), nameOf: townNameFinder(data) };
}

let asked: Promise<TownList> | null = null;

/** Fetched once, when somebody begins to name a town; what failed may be tried anew. */
export function loadTowns(): Promise<TownList> {
  asked ??= fetchTowns();
  asked.catch(() => {
    asked = null;
  });
  return asked;
}
