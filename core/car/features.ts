import { foldText } from '#core/marketplace/ad/text.ts';
import { once } from '../once.ts';
import { type Feature, features } from './feature-names.ts';

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
