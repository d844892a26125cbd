import { makeOf } from '#core/marketplace/ad/form-words.ts';

/** Makes of more than one word, as headings spell them; what stands behind is the model. */
const longMakes = [
  'Land Rover',
  'Alfa Romeo',
  'Aston Martin',
  'Rolls-Royce',
  'Rolls Royce',
  'Lynk & Co',
  'Great Wall',
  'DS Automobiles',
  'Mercedes-Benz',
];

/** "Land Rover Range Rover" → Land Rover and Range Rover; "MINI One" → MINI and One. A heading of one word is a make alone. */
export function splitHeading(heading: string): { make: string | null; model: string | null } {
  const lower = heading.toLowerCase();
  const long = longMakes.find(
    (make) => lower === make.toLowerCase() || lower.startsWith(`${make.toLowerCase()} `),
  );
  const make = long ? heading.slice(0, long.length) : (heading.split(' ', 1)[0] ?? '');
  const model = heading.slice(make.length).trim();
  const known = makeOf(make);
  return { make: known, model: known === null || model === '' ? null : model };
}
