import type { Car } from '../car/car.ts';
import type { Language } from '../language.ts';
import { carTexts } from './car-texts.ts';
import { addressIn } from './page-head.ts';
import { publicTitle } from './plain-text.ts';

type Context = { name: string; language: Language; origin: string; path: string };

/** An offer in kroner; an ad without a price in kroner, or with one that is not the car's whole price, makes none. */
function offer(car: Car, { origin, path, language }: Context): object | undefined {
  const isPartial = car.flags.some((flag) => flag === 'leasing' || flag === 'ex_vat');
  if (car.priceDkk <= 0 || isPartial) return undefined;
  return {
    '@type': 'Offer',
    price: car.priceDkk,
    priceCurrency: 'DKK',
    availability: `https://schema.org/${car.availability === 'live' ? 'InStock' : 'LimitedAvailability'}`,
    itemCondition: 'https://schema.org/UsedCondition',
    url: origin + addressIn(path, language),
  };
}

/** The picture that visitors see: with the plate blurred where there is one. */
const pictureOf = ({ photos: [first] }: Car) => first && (first.blurredLarge ?? first.large);

/** A car as schema.org describes one. No plate, no estimate, no seller. */
export function vehicleData(car: Car, context: Context): object {
  const texts = carTexts[context.language];
  const picture = pictureOf(car);
  const short = (text: string | null) =>
    (text && publicTitle({ title: text, plate: car.plate })) || undefined;
  const make = short(car.make);
  const isKnownMileage = car.mileageKm !== null && car.mileagePrecision !== 'masked';
  return {
    '@context': 'https://schema.org',
    '@type': 'Car',
    name: context.name,
    url: context.origin + addressIn(context.path, context.language),
    inLanguage: context.language,
    ...(picture && { image: `${context.origin}/photos/${picture}` }),
    ...(make && { brand: { '@type': 'Brand', name: make } }),
    model: short(car.model),
    ...(car.year !== null && { vehicleModelDate: String(car.year) }),
    ...(isKnownMileage && {
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: car.mileageKm, unitCode: 'KMT' },
    }),
    fuelType: car.fuel ? texts.fuels[car.fuel] : undefined,
    vehicleTransmission: car.gearbox ? texts.gearboxes[car.gearbox] : undefined,
    color: short(car.color),
    offers: offer(car, context),
  };
}
