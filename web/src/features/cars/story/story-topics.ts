import type { WireTold } from '#core/contract/routes/cars.ts';
import type { StoryTexts } from '../../../i18n/story-texts.ts';

type Topic = WireTold['story']['asked'][number];

/** All that a register can be asked, with its name in the reader's language. */
export const storyTopicsOf = (t: StoryTexts): [Topic, string][] =>
  Object.entries(t.story.topic) as [Topic, string][];

/** Where everybody may look, or, of what is about people, the seller. */
type OfficialPlace = { name: string; url: string; isSellers?: true };

const vehicleRegister: OfficialPlace = {
  name: 'motorregister.skat.dk',
  url: 'https://motorregister.skat.dk',
};
const sellersView: OfficialPlace = { ...vehicleRegister, isSellers: true };

const officialPlaces: Readonly<Record<Topic, OfficialPlace>> = {
  inspections: vehicleRegister,
  mileage: vehicleRegister,
  owners: sellersView,
  leasing: vehicleRegister,
  debt: { name: 'tinglysning.dk', url: 'https://www.tinglysning.dk' },
  insurance: vehicleRegister,
  import: sellersView,
  status: vehicleRegister,
  theft: { name: 'politi.dk', url: 'https://politi.dk' },
  recalls: { name: 'ec.europa.eu/safety-gate', url: 'https://ec.europa.eu/safety-gate' },
};

/** What no register was asked about the car, by the official place to look. */
export function notAskedOf(car: WireTold, t: StoryTexts): { place: OfficialPlace; topics: string[] }[] {
  const byPlace = new Map<OfficialPlace, string[]>();
  for (const [topic, name] of storyTopicsOf(t)) {
    if (car.story.asked.includes(topic)) continue;
    const place = officialPlaces[topic];
    byPlace.set(place, [...(byPlace.get(place) ?? []), name]);
  }
  return [...byPlace].map(([place, topics]) => ({ place, topics }));
}
