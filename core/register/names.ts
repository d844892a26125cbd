import { canonicalMake, canonicalModel } from '#core/marketplace/ad/title.ts';
import { titleCase } from './units.ts';

/** Make and model as the product spells them everywhere: the register writes SKODA OCTAVIA COMBI, people look for Škoda Octavia. */
export function namesOf(
  make: string | null,
  model: string | null,
): { make: string | null; model: string | null } {
  const known = make && canonicalMake(make);
  if (!make || !known) return { make: titleCase(make), model: titleCase(model) };
  return { make: known, model: (model && canonicalModel(known, model)?.model) || titleCase(model) };
}
