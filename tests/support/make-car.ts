import { buildCar, type Identification } from '#core/cars/build-car.ts';
import { type Car, unknownCar } from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import { type CarTraits, traitsOf } from '#core/cars/same-car.ts';
import { type Listing, unknownListing } from '#core/marketplaces/ad/listing.ts';
import { unknownVehicle, type Vehicle } from '#core/register/vehicle.ts';
import type { Rating } from '#core/valuation/valuation.ts';

/** Invented things; a test names only what it is about. */
export const makeListing = (fields: Partial<Listing> = {}): Listing => ({
  ...unknownListing,
  id: '9007199254740993001',
  itemUrl: 'https://www.facebook.com/marketplace/item/9007199254740993001/',
  title: '2019 Škoda Octavia 1.5 TSI Combi',
  description: 'Velholdt familiebil med træk.',
  price: { amount: 149_900, currency: 'DKK' },
  priceKind: 'cash',
  city: 'Odense',
  make: 'Škoda',
  model: 'Octavia',
  variant: '1.5 TSI Combi',
  year: 2019,
  mileage: { km: 111_000, precision: 'exact' },
  fuel: 'petrol',
  gearbox: 'manual',
  body: 'estate',
  horsepower: 150,
  engineLitres: 1.5,
  previousOwners: 2,
  sellerType: 'private',
  listedAt: '2026-11-01T10:00:00.000Z',
  ...fields,
});

export const makeVehicle = (fields: Partial<Vehicle> = {}): Vehicle => ({
  ...unknownVehicle,
  plate: 'CX41287',
  vehicleKey: '9000000000000007',
  make: 'Skoda',
  model: 'Octavia',
  variant: '1,5 TSI',
  year: 2019,
  firstRegistration: '2019-03-14',
  color: 'Blå',
  fuel: 'petrol',
  gearbox: 'manual',
  body: 'estate',
  horsepower: 150,
  engineLitres: 1.5,
  kmPerLitre: 20.4,
  halfYearlyTaxDkk: 680,
  taxBasis: 'petrol_km',
  equipment: ['ABS-bremser'],
  inspections: [{ date: '2025-03-11', result: 'Godkendt', mileageKm: 98_800 }],
  nextInspection: '2027-03-14',
  status: 'registered',
  isLeasing: false,
  hasDebt: false,
  ...fields,
});

/** Of an ad of which photos and register say nothing. */
export const notIdentified: Identification = {
  photos: [],
  plate: null,
  candidate: null,
  vehicle: null,
  registerState: 'no_plate',
};
export const identifiedAs = (vehicle = makeVehicle()): Identification => ({
  ...notIdentified,
  plate: 'CX41287',
  vehicle,
  registerState: 'found',
});
export const makeRating = (fields: Partial<Rating> = {}): Rating => ({
  deal: 'fair',
  reason: 'rated',
  source: 'model',
  lowDkk: 139_500,
  avgDkk: 148_900,
  highDkk: 158_000,
  comparableCount: 52,
  comparableIds: ['2', '3'],
  comparableFactors: [1.05, 0.98],
  cautions: [],
  modelVersion: 'test',
  restsOn: 'test',
  ...fields,
});

export const makeCar = (fields: Partial<Car> = {}): Car => ({
  ...unknownCar,
  id: '1',
  itemUrl: 'https://www.facebook.com/marketplace/item/1/',
  title: 'Škoda Octavia 1.5 TSI Combi Style',
  description: 'Velholdt familiebil med træk.',
  priceDkk: 149_900,
  make: 'Škoda',
  model: 'Octavia',
  variant: '1.5 TSI',
  year: 2019,
  firstRegistration: '2019-03-14',
  mileageKm: 111_000,
  mileagePrecision: 'exact',
  fuel: 'petrol',
  gearbox: 'manual',
  body: 'estate',
  color: 'Blå',
  horsepower: 150,
  engineLitres: 1.5,
  kmPerLitre: 20.4,
  halfYearlyTaxDkk: 680,
  taxBasis: 'petrol_km',
  previousOwners: 2,
  equipment: ['ABS-bremser'],
  features: ['towbar'],
  lastInspection: '2025-03-11',
  nextInspection: '2027-03-14',
  city: 'Odense',
  sellerType: 'private',
  plate: 'CX41287',
  photos: [{ small: 's1', large: 'l1', blurredSmall: 'bs1', blurredLarge: 'bl1', hash: null }],
  rating: makeRating(),
  registerState: 'found',
  listedAt: '2026-11-01T10:00:00.000Z',
  firstSeenAt: '2026-11-02T10:00:00.000Z',
  scrapedAt: '2026-11-02T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
  ...fields,
});

export const makeCard = (fields: Partial<Card> = {}): Card => ({ ...toCard(makeCar()), ...fields });

/** A similar car as a car's page tells of it. */
export const sampleComparable = {
  ...{ id: '2', title: 'Another', price: 140_000, adjusted_price: 147_000 },
  ...{
    year: 2019,
    mileage: 99_000,
    model: 'Octavia',
    fuel: 'petrol' as const,
    gone_after_days: 9,
    is_age_known: true,
    last_seen: null,
  },
};

/** What an ad alone tells of its car; `fields` are what was found out besides. */
export function adTraits(ad: Listing, fields: Partial<CarTraits> = {}): CarTraits {
  const car = buildCar('car', ad, notIdentified, null, null, '2026-11-21T12:00:00.000Z');
  return { ...traitsOf(car, [ad]), ...fields };
}

export const makeTraits = (fields: Partial<CarTraits> = {}): CarTraits => ({
  make: 'Volkswagen',
  model: 'Golf',
  year: 2016,
  mileageKm: 150_000,
  fuel: 'diesel',
  gearbox: 'manual',
  color: 'sort',
  horsepower: 110,
  city: 'Odense',
  plate: null,
  likelyPlate: null,
  vin: null,
  photoHashes: ['0f0f0f0f0f0f0f0f', '33cc33cc33cc33cc'],
  offeredAt: '2026-11-01T10:00:00.000Z',
  ...fields,
});
