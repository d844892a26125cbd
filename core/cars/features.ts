import { foldText } from '#core/marketplaces/ad/text.ts';
import { once } from '#core/shared.ts';

/** The colours that can be searched for; registers and sellers use many more names. */
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

/**
 * Patterns on folded text; the first match wins, so special words come before plain ones: "sølvgrå" is silver and "gråblå"
 * blue.
 */
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

/** The colour family of a colour's name in an ad or the register; null if it has none. */
export function colorFamilyOf(color: string | null): ColorFamily | null {
  if (color === null) return null;
  const folded = foldText(color);
  return words.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
}

/** Families that people confuse: dark grey and black, silver and grey, brown and beige. */
const alike: readonly (readonly ColorFamily[])[] = [
  ['grey', 'silver'],
  ['grey', 'black'],
  ['grey', 'blue'],
  ['brown', 'beige', 'orange', 'yellow'],
  ['red', 'purple'],
];

/** Whether two colour names cannot belong to the same car. An unknown name never differs. */
export function differInColor(a: string | null, b: string | null): boolean {
  const [one, other] = [colorFamilyOf(a), colorFamilyOf(b)];
  if (one === null || other === null || one === other) return false;
  return !alike.some((families) => families.includes(one) && families.includes(other));
}

/** The equipment that can be searched for. The order is that of the bits in the catalog: add new ones at the end. */
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

/** Patterns on folded text. Most ads call a towbar just "træk"; "firehjulstræk" (four-wheel drive) must not match. */
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
/** Words that say that the car lacks the equipment, or is only prepared for it. */
const lacks = '(?:uden|ingen|ikke|mangler|forberedt (?:til|for)|klargjort (?:til|for)|without|no)';

const finders = once(() =>
  features.map((feature): [Feature, RegExp, RegExp] => [
    feature,
    new RegExp(`(?<![a-z0-9])(?:${patterns[feature]})(?![a-z0-9])`, 'g'),
    new RegExp(`${lacks} (?:[a-z]+ )?$`),
  ]),
);

/** The equipment of a car, from its list of equipment and the seller's text. */
export function featuresIn(lines: readonly string[], words: string | null): Feature[] {
  const text = foldText([...lines, words ?? ''].join('\n'));
  return finders()
    .filter(([, has, lacksIt]) =>
      [...text.matchAll(has)].some(({ index }) => !lacksIt.test(text.slice(Math.max(0, index - 40), index))),
    )
    .map(([feature]) => feature);
}
