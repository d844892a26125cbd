import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { isOrdinaryPlate, normalPlate } from '#core/plates/plate.ts';

/**
 * What the marketplace says about one ad, after parsing and before anyone has checked it.
 * Every number is normalised (DKK, km, litres) where the ad allows it; what the ad does not say is null.
 */
export type Listing = {
  source: MarketplaceId;
  /** The marketplace's own id. Some exceed 2^53: always a string. Another marketplace may use it too (`adIdOf`). */
  id: string;
  /** Canonical address of the item page on the marketplace the listing came from. */
  itemUrl: string;
  title: string;
  description: string | null;
  price: ListingPrice | null;
  /** What `price` is the price of; null without a price. */
  priceKind: PriceKind | null;
  /** Struck-through price, same currency as `price`. */
  oldPrice: number | null;
  city: string | null;
  postalCode: string | null;
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
  mileage: Mileage | null;
  /** Another mileage in the same ad that contradicts `mileage`, or one that is implausible (111.111). */
  otherMileage: Mileage | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  body: Body | null;
  color: string | null;
  horsepower: number | null;
  engineLitres: number | null;
  previousOwners: number | null;
  sellerType: SellerType | null;
  dealerName: string | null;
  /** The plate in the marketplace's own field, normalised ("AB12345"). */
  plate: string | null;
  /** Chassis number, upper case. */
  vin: string | null;
  /** First registration as the ad gives it: ISO date (YYYY-MM-DD). */
  firstRegistration: string | null;
  /** What the marketplace's form lists about the car: equipment, "Motor: 1,6 TDI". */
  specifications: string[];
  /** Captions that the marketplace generates for photos; sometimes they contain the plate. */
  photoCaptions: string[];
  /** A plate in the ad's text, normalised ("AB12345"). */
  plateInText: string | null;
  /** ISO instant at which the seller published the ad. */
  listedAt: string | null;
  availability: 'live' | 'pending' | 'sold' | 'hidden';
  /** Absolute https addresses of the seller's photos, in the seller's order. */
  photoUrls: string[];
  /** Ambiguous statements of the ad, in its own words, without plates. */
  unclear: UnclearFact[];
  /** What makes the ad unfit for the market comparison or lowers confidence; `text-facts.ts` finds them. */
  flags: ListingFlag[];
};

/** An ad that says nothing. */
export const unknownListing: Omit<Listing, 'id' | 'itemUrl'> = {
  source: 'facebook',
  title: '',
  description: null,
  price: null,
  priceKind: null,
  oldPrice: null,
  city: null,
  postalCode: null,
  make: null,
  model: null,
  variant: null,
  year: null,
  mileage: null,
  otherMileage: null,
  fuel: null,
  gearbox: null,
  body: null,
  color: null,
  horsepower: null,
  engineLitres: null,
  previousOwners: null,
  sellerType: null,
  dealerName: null,
  plate: null,
  vin: null,
  firstRegistration: null,
  specifications: [],
  photoCaptions: [],
  plateInText: null,
  listedAt: null,
  availability: 'live',
  photoUrls: [],
  unclear: [],
  flags: [],
};

/** A fact between whose readings nobody but the seller can choose, and the words that hold them. */
export type UnclearFact = { fact: 'mileage' | 'year'; words: string[] };

/** `amount` in whole units of `currency` (ISO 4217, "DKK" unless the page says otherwise). */
export type ListingPrice = { amount: number; currency: string };

/**
 * `cash` is the full price of a car; the others are monthly contracts and down payments, or prices to which a tax or a dealer's margin is
 * added.
 */
export const priceKinds = ['cash', 'leasing', 'ex_vat', 'ex_registration_tax', 'wholesale'] as const;
export type PriceKind = (typeof priceKinds)[number];

/**
 * `exact`: an odometer reading; `rounded`: "149K km"; `masked`: the seller hid the last digits ("187.xxx
 * km"), km counts in thousands.
 */
export type Mileage = { km: number; precision: 'exact' | 'rounded' | 'masked' };

export const fuels = ['petrol', 'diesel', 'electric', 'plugin_hybrid', 'hybrid', 'gas', 'hydrogen'] as const;
export type Fuel = (typeof fuels)[number];
export const gearboxes = ['automatic', 'manual'] as const;
export type Gearbox = (typeof gearboxes)[number];
export const sellerTypes = ['private', 'dealer'] as const;
export type SellerType = (typeof sellerTypes)[number];

export type ListingFlag = (typeof listingFlags)[number];

/**
 * The plate in a field for plates, normalised ("AB12345"): two letters and five digits. Anything else ("-", "PRØVE", a
 * personal plate) is null, because only the register could tell whose it is.
 */
export function plateOf(raw: string | null): string | null {
  const plate = raw === null ? '' : normalPlate(raw.slice(0, 20).trim());
  return isOrdinaryPlate(plate) && !plate.endsWith('00000') ? plate : null;
}

/**
 * A chassis number: 17 characters without I, O and Q, fewer for older cars. Null for one with another letter, or only zeros.
 */
export function vinOf(raw: string | null): string | null {
  const vin = (raw ?? '').slice(0, 40).replace(/[\s-]/g, '').toUpperCase();
  if (/^0+$/.test(vin) || !/^[A-HJ-NPR-Z0-9]{5,17}$/.test(vin)) return null;
  return vin.length === 17 || /^[A-Z0-9]{5,14}$/.test(vin) ? vin : null;
}

/**
 * The body types that people search for. Other names in a register or marketplace are mapped to one of these, or unknown.
 */
export const bodies = [
  'hatchback',
  'sedan',
  'estate',
  'suv',
  'mpv',
  'coupe',
  'cabriolet',
  'pickup',
  'van',
] as const;
export type Body = (typeof bodies)[number];

export const listingFlags = [
  'not_a_car', // motorcycle, caravan, trailer, lawn mower …
  'wanted', // "købes", "søges"
  'parts', // parts ad or a car sold for parts
  'leasing', // leasing, monthly payment, deposit prices
  'ex_vat', // "ekskl. moms", van prices
  'ex_tax', // "uden afgift", "til eksport"
  'wholesale', // "engros", "kun til forhandlere"
  'placeholder_price', // 0, 1, 1234, 111111 …, one price of several cars
  'defect', // "defekt", "motorskade"
  'imported',
  'no_inspection', // "uden syn", "skal synes"
  'fresh_inspection', // "nysynet"
  'foreign_currency',
  'doubtful_mileage', // two readings that contradict each other, 111.111 km, hardly driven in years
  'down_payment', // "udbetaling 19.900" as the price
  'no_plates', // "uden plader", "afmeldt"
  'conditions_unread', // the ad's own words were not seen, which may say what the price lacks
] as const;
