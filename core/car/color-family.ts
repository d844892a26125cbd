import { foldText } from '#core/marketplace/ad/text.ts';
import type { ColorFamily } from './color-families.ts';

/** In folded text; the first that fits. "Sølvgrå" is silver and "gråblå" blue: the more special word before the plainer. */
const words: readonly [ColorFamily, RegExp][] = [
  ['silver', /soelv|silver|\balu/],
  ['beige', /beige|\bsand|creme|champagne|\btan\b/],
  ['orange', /orange|kobber|copper/],
  ['purple', /lilla|violet|purple|\bmagenta/],
  ['brown', /brun|brown|bronze|mokka/],
  ['green', /groen|green|oliven/],
  ['blue', /blaa|blue|turkis|turquoise|petrol/],
  ['red', /roed|\bred\b|darkred|bordeaux|burgundy|vinroed|\brosa|pink/],
  ['yellow', /gul(?!f)|yellow|guld|gold/],
  ['black', /sort|black/],
  ['white', /hvid|white|perlemor/],
  ['grey', /graa|grey|gray|charcoal|koks|antracit|anthracite/],
];

/** The colour that a word of the ad or the register means; null for what nobody could look for. */
export function colorFamilyOf(color: string | null): ColorFamily | null {
  if (color === null) return null;
  const folded = foldText(color);
  return words.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
}

/** What people call one by the other's name: dark grey and black, silver and grey, brown and beige. */
const alike: readonly (readonly ColorFamily[])[] = [
  ['grey', 'silver'],
  ['grey', 'black'],
  ['grey', 'blue'],
  ['brown', 'beige', 'orange', 'yellow'],
  ['red', 'purple'],
];

/** Whether two words for a car's colour cannot be meant of one car. A word nobody knows contradicts nothing. */
export function differInColor(a: string | null, b: string | null): boolean {
  const [one, other] = [colorFamilyOf(a), colorFamilyOf(b)];
  if (one === null || other === null || one === other) return false;
  return !alike.some((families) => families.includes(one) && families.includes(other));
}
