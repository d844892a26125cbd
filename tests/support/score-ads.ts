import { type AdFields, buildListing, nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { AdTruth, SloppyAd } from './sloppy-ads.ts';

export const adFields = [
  'km',
  'year',
  'fuel',
  'gearbox',
  'horsepower',
  'priceKind',
  'isCar',
  'availability',
] as const;
export type AdField = (typeof adFields)[number];
/** Each field as read: right, missing (`null`) or wrong. A value for a field that the ad does not state is wrong. */
export type AdScore = Record<AdField, 'right' | 'null' | 'wrong'>;

/** The listing of an ad among a marketplace's vehicles that has only a title, a description and a price. */
export const listingOf = (title: string, description: string | null, more: Partial<AdFields> = {}): Listing =>
  buildListing({
    source: 'facebook',
    id: '1',
    itemUrl: 'https://www.facebook.com/marketplace/item/1/',
    title,
    description,
    price: { amount: 84_900, currency: 'DKK' },
    priceText: null,
    oldPrice: null,
    city: null,
    subtitle: null,
    isAmongVehicles: true,
    said: nothingSaid,
    listedAt: null,
    availability: 'live',
    photoUrls: [],
    vehicle: null,
    ...more,
  });
export const listingOfAd = ({ title, description, priceDkk }: SloppyAd): Listing =>
  listingOf(title, description, { price: { amount: priceDkk, currency: 'DKK' } });

function readOf(listing: Listing): Record<AdField, string | number | boolean | null> {
  const { year, fuel, gearbox, horsepower, priceKind, availability, flags } = listing;
  const isCar = !(['not_a_car', 'parts', 'wanted'] as const).some((flag) => flags.includes(flag));
  return { km: listing.mileage?.km ?? null, year, fuel, gearbox, horsepower, priceKind, isCar, availability };
}

/** Tolerates ten kilometres of rounding: miles and mil are written without decimals. */
const isSameKm = (read: unknown, truth: unknown) =>
  typeof read === 'number' && typeof truth === 'number' && Math.abs(read - truth) <= 10;

export function scoreAd(ad: SloppyAd): { score: AdScore; read: Record<AdField, unknown> } {
  const read = readOf(listingOfAd(ad));
  const truth: Record<AdField, AdTruth[AdField]> = ad.truth;
  const score = Object.fromEntries(
    adFields.map((field) => {
      if (read[field] === truth[field] || (field === 'km' && isSameKm(read.km, truth.km)))
        return [field, 'right'];
      return [field, read[field] === null ? 'null' : 'wrong'];
    }),
  ) as AdScore;
  return { score, read };
}
