import type { Body } from './body-names.ts';
import { foldText } from './text.ts';

/** Words that mean a shape wherever they stand: in a field of a form, in the register, in a title. */
const words: readonly [Body, RegExp][] = [
  [
    'estate',
    /\b(?:station ?car|stationsvogn|station ?wagon|st\.? ?car|stc|kombi|combi|estate|herregardsvogn)\b/,
  ],
  ['cabriolet', /\b(?:cabriolet|cabrio|convertible|roadster)\b/],
  ['coupe', /\bcoupe\b/],
  ['pickup', /\bpick-? ?up\b|\bladbil\b/],
  ['suv', /\b(?:suv|cuv|crossover)\b/],
  ['mpv', /\b(?:mpv|minibus|personvogn med 7 saeder)\b/],
  ['van', /\b(?:kassevogn|kassebil|varebil|van)\b/],
  ['sedan', /\b(?:sedan|limousine)\b/],
  ['hatchback', /\b(?:hatch ?back|halvkombi)\b/],
];
/** Names that a make gives its estates; as words of other makes they mean something else. */
const estateNames: readonly [make: RegExp, name: RegExp][] = [
  [/\bvolkswagen\b|\bvw\b/, /\bvariant\b/],
  [/\baudi\b/, /\bavant\b/],
  [/\bbmw\b/, /\btouring\b/],
  [/\bopel\b|\bvauxhall\b/, /\bsports tourer\b/],
  [/\btoyota\b/, /\btouring sports\b/],
  [/\bkia\b/, /\b(?:sw|sportswagon)\b/],
  [/\bpeugeot\b/, /\bsw\b/],
];

/** The shape that words tell; null where they tell none, or two that exclude each other. */
export function bodyIn(text: string | null): Body | null {
  if (text === null) return null;
  const folded = foldText(text);
  const told = new Set(words.filter(([, pattern]) => pattern.test(folded)).map(([body]) => body));
  // "Coupé Cabriolet" is the one with a roof that opens.
  if (told.has('cabriolet')) told.delete('coupe');
  if (told.size === 0 && estateNames.some(([make, name]) => make.test(folded) && name.test(folded)))
    return 'estate';
  return told.size === 1 ? [...told][0]! : null;
}

type Titled = { make: string | null; title: string; variant: string | null };

/** Where an ad tells the shape of its own car: a description names those that it is compared with, too. */
export const bodyOfTitle = ({ make, title, variant }: Titled, lines: readonly string[] = []): Body | null =>
  bodyIn([make, title, variant, ...lines.filter((line) => /^(?:karr?osseri|body)/i.test(line))].join('\n'));
