import type { Fuel } from '#core/marketplaces/ad/listing.ts';
import type { Site } from '#demo/marketplace/listing-json.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import type { DbaAd } from './dba-ads.ts';

const fuels: Readonly<Record<Fuel, string>> = {
  petrol: 'Benzin',
  diesel: 'Diesel',
  electric: 'El',
  hybrid: 'Hybrid benzin',
  plugin_hybrid: 'Plug-in Benzin',
  gas: 'Gas (CNG)',
  hydrogen: 'Brint',
};
const makes: Readonly<Record<string, string>> = {
  Volkswagen: 'VW',
  Škoda: 'Skoda',
  Citroën: 'Citroen',
  'Mercedes-Benz': 'Mercedes',
};

export const fuelWord = ({ car }: DbaAd): string => fuels[car.fuel];
export const makeWord = ({ car }: DbaAd): string => makes[car.make] ?? car.make;
export const headingOf = (ad: DbaAd): string => `${makeWord(ad)} ${ad.car.model}`;
export const isWithoutVat = ({ car }: DbaAd): boolean => car.kind === 'ex_vat';
export const isLeasing = ({ car }: DbaAd): boolean => car.kind === 'leasing';
export const isDealer = ({ car }: DbaAd): boolean =>
  car.sellerType === 'dealer' || isWithoutVat({ car } as DbaAd) || isLeasing({ car } as DbaAd);
export const dealerOf = ({ car }: DbaAd): string => `${car.place.name} Bilcenter`;

/** Photos have names of their own below the ad's id, in a size that the address chooses. */
export const dbaPhotos = (ad: DbaAd, site: Site, size = 'default'): string[] =>
  pictureSpecsOf(ad.car).map(
    (spec, at) =>
      `${site.origin}/dynamic/${size}/item/${ad.id}/${at + 1}-${String(spec.seed).padStart(8, '0')}`,
  );

/** A chassis number in the right shape that no car has: its maker's code is of nobody. */
const chassisNumber = (id: string): string => `ZZ9ZZZ99Z${id.padStart(8, '0')}`;

/** The ad as the search's data has it. */
export function docOf(ad: DbaAd, site: Site): Record<string, unknown> {
  const { car } = ad;
  const photos = dbaPhotos(ad, site);
  return {
    type: 'motor',
    ad_type: 20,
    main_search_key: 'SEARCH_ID_CAR_USED',
    id: ad.id,
    ad_id: Number(ad.id),
    canonical_url: `${site.origin}/mobility/item/${ad.id}`,
    heading: headingOf(ad),
    facade_title: headingOf(ad),
    make: makeWord(ad),
    model: car.model,
    model_specification: car.variant,
    year: car.year,
    mileage: car.mileageKm,
    mileage_unit: 'KILOMETER',
    fuel: fuelWord(ad),
    ...(car.fuel !== 'electric' && { transmission: car.gearbox === 'automatic' ? 'Automatisk' : 'Manuelt' }),
    ...(car.engine.litres && { volume: Math.round(car.engine.litres * 1000) }),
    ...(car.fuel === 'electric' && { driving_range: 200 + car.engine.horsepower }),
    price: { amount: ad.amount, currency_code: 'DKK', price_unit: 'kr.' },
    registration_class: isWithoutVat(ad)
      ? { id: 8, value: 'Varebil ex. moms' }
      : { id: 1, value: 'Personbil' },
    sales_form: isLeasing(ad) ? 5 : 1,
    dealer_segment: isDealer(ad) ? 'Forhandler' : 'Privat',
    org_id: isDealer(ad) ? '6000001' : '1000000000',
    ...(isDealer(ad) && { organisation_name: dealerOf(ad) }),
    regno: car.plate,
    chassis_number: chassisNumber(ad.id),
    location: car.place.name,
    coordinates: { lat: car.place.latitude, lon: car.place.longitude, accuracy: isDealer(ad) ? 8 : 5 },
    timestamp: site.startMs + ad.renewedAtHour * 3_600_000,
    ...(photos[0] && { image: { url: photos[0], width: 1600, height: 1200 } }),
    image_urls: photos.slice(0, 5),
    service_documents: [],
    labels: [],
    flags: isDealer(ad) ? [] : ['private'],
    extras: [],
  };
}
