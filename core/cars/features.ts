import { foldText } from '#core/marketplaces/ad/text.ts';
import { once } from '#core/shared.ts';

/** The colours that people look for; a register knows forty shades and a seller as many as he likes. */
export const colorFamilies = [
  'white',
  'black',
  'grey',
  'silver',
  'blue',
  'red',
  'green',
  'brown',
  'beige',
  'yellow',
  'orange',
  'purple',
] as const;
export type ColorFamily = (typeof colorFamilies)[number];

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

/** The equipment that cars are looked for by. The order is that of their bits in the catalog: new ones are added at the end. */
export const features = [
  'towbar',
  'seat_heating',
  'rear_camera',
  'adaptive_cruise',
  'carplay',
  'navigation',
  'leather',
  'panorama_roof',
] as const;
export type Feature = (typeof features)[number];

/** In folded text. "Træk" alone is how most ads name a towbar; "firehjulstræk" is another word. */
const patterns: Record<Feature, string> = {
  towbar: 'anhaengertraek|anh\\.? ?traek|traekkrog|(?<!hjuls? )traek(?! ?paa)|tow ?bar|tow ?hitch',
  seat_heating: 'saedevarme|varme i (?:for)?saeder(?:ne)?|heated seats',
  rear_camera: 'bak-? ?kamera|360 ?graders kamera|rear ?view camera|backup camera',
  adaptive_cruise: 'adaptiv fartpilot|adaptive cruise(?: control)?|acc',
  carplay: '(?:apple )?car ?play',
  navigation: 'navigation(?:ssystem)?|navi|gps',
  leather: '(?:hel|del|fuld|kunst)?laeder(?:indtraek|kabine|saeder|interioer)?|leather',
  panorama_roof: 'panorama(?:glas)?-?(?:tag|soltag| ?roof)|glastag',
};
/** What a car lacks, or could be given, it does not have. */
const lacks = '(?:uden|ingen|ikke|mangler|forberedt (?:til|for)|klargjort (?:til|for)|without|no)';

const finders = once(() =>
  features.map((feature): [Feature, RegExp, RegExp] => [
    feature,
    new RegExp(`(?<![a-z0-9])(?:${patterns[feature]})(?![a-z0-9])`, 'g'),
    new RegExp(`${lacks} (?:[a-z]+ )?$`),
  ]),
);

/** What of it a car has, by the lines of its equipment and the seller's words. */
export function featuresIn(lines: readonly string[], words: string | null): Feature[] {
  const text = foldText([...lines, words ?? ''].join('\n'));
  return finders()
    .filter(([, has, lacksIt]) =>
      [...text.matchAll(has)].some(({ index }) => !lacksIt.test(text.slice(Math.max(0, index - 40), index))),
    )
    .map(([feature]) => feature);
}
