import { findTown } from '#core/place/find-town.ts';
import { towns } from '#core/place/towns.ts';

/** Loaded when somebody begins to name a town. */
export const townNames: readonly string[] = towns.map(({ name }) => name);

/** The name we use of a town as people write it ("Århus C" is Aarhus), or null for none we know. */
export function townNameOf(text: string): string | null {
  return findTown(text)?.name ?? null;
}
