import type { Body } from '#core/marketplaces/ad/listing.ts';
import type { DemoCar } from '#demo/cars/car.ts';

const bodyNames: Record<DemoCar['body'], Body | null> = {
  small: 'hatchback',
  hatch: 'hatchback',
  estate: 'estate',
  sedan: 'sedan',
  suv: 'suv',
  van: 'mpv',
  coupe: 'coupe',
  motorcycle: null,
};

/** As the register and the form of DBA write them. */
export const bodyWords: Record<Body, string> = {
  hatchback: 'Hatchback',
  sedan: 'Sedan',
  estate: 'Stationcar',
  suv: 'SUV',
  mpv: 'MPV',
  coupe: 'Coupé',
  cabriolet: 'Cabriolet',
  pickup: 'Pick-up',
  van: 'Kassevogn',
};

export const bodyOf = ({ body }: DemoCar): Body | null => bodyNames[body];

export function bodyWordOf(car: DemoCar): string | null {
  const body = bodyOf(car);
  return body && bodyWords[body];
}
