import type { Fuel, Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { Paint } from './build-car.ts';
import type { BodyType, Engine } from './models.ts';
import type { Place } from './random.ts';

/** What is special about the offer; at most one per car, so that an acceptance print can count hits per kind. */
export const plantedKinds = [
  'ordinary',
  'bargain', // 22–36 % under its value
  'overpriced', // 18–40 % over its value
  'odd_price', // 0, 1, 1234, 12345, 111111
  'leasing', // a monthly payment in the price field
  'ex_vat', // price without VAT
  'foreign_price', // priced in euro
  'motorcycle',
  'wanted',
  'parts',
  'defect',
] as const;
export type PlantedKind = (typeof plantedKinds)[number];

/** How the ad is posted; any number per car. */
export const quirks = [
  'plain_item', // posted as an ordinary item: facts in words only
  'masked_mileage', // "187.xxx km"
  'miles',
  'empty_subtitle',
  'big_id', // id beyond 2^53
  'repost', // the car is listed twice
  'sold',
  'pending',
  'undated', // the ad does not say when it was put up
] as const;
export type Quirk = (typeof quirks)[number];

/** Where the register disagrees with the ad, or knows something the ad keeps quiet about. */
export type RegisterTwist =
  | 'none'
  | 'absent'
  | 'year_differs'
  | 'mileage_above_ad'
  | 'fuel_differs'
  | 'overdue_inspection'
  | 'claims_fresh_inspection'
  | 'leasing'
  | 'debt'
  | 'imported'
  | 'imported_with_debt'
  | 'deregistered'
  | 'stolen'
  | 'blocked'
  | 'bankrupt'
  // The answer says nothing of debt and insurance: nobody was asked.
  | 'half_asked';

export type AskingPrice = { amount: number; currency: 'DKK' | 'EUR' };

/** One invented vehicle with its ad. Dates are calendar days, prices DKK unless a currency says otherwise. */
export type DemoCar = {
  id: string;
  kind: PlantedKind;
  quirks: readonly Quirk[];
  twist: RegisterTwist;
  make: string;
  model: string;
  /** Engine and trim, as the ad and the register name it. */
  variant: string;
  engine: Engine;
  body: BodyType | 'motorcycle';
  fuel: Fuel;
  gearbox: Gearbox;
  year: number;
  firstRegistration: string;
  mileageKm: number;
  owners: number;
  kmPerLitre: number | null;
  paint: Paint;
  equipment: readonly string[];
  plate: string;
  place: Place;
  sellerType: SellerType;
  valueDkk: number;
  askingPrice: AskingPrice;
  title: string;
  description: string;
  /** Hours before the start of the demo's clock at which the ad was published; negative for ads added later. */
  listedHoursAgo: number;
};

/**
 * What the hidden price function says the car is worth, DKK: the truth an estimate is measured against.
 * @internal For the tests of the demo.
 */
export function demoValue(car: DemoCar): number {
  return car.valueDkk;
}

/** @internal For the tests of the demo. */
export function plantedKind(car: DemoCar): PlantedKind {
  return car.kind;
}
