import { type AdFields, emptyForm, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import { fuelOf, gearboxOf, makeOf, sellerTypeOf } from '#core/marketplace/ad/form-words.ts';
import { plateOf, vinOf } from '#core/marketplace/ad/identity-fields.ts';
import type { Mileage } from '#core/marketplace/ad/listing.ts';
import { cleanLine } from '#core/marketplace/ad/text.ts';
import { readArray, readAt, readId, readNumber, readString } from '#core/marketplace/page/json-read.ts';
import type { Rejection } from '#core/marketplace/parsed-page.ts';
import { ownPhotos } from './photos.ts';
import { priceWords } from './price-words.ts';
import { vendAd } from './vend-ad.ts';
import type { VendContext, VendSite } from './vend-site.ts';
import { currencyText } from './vend-words.ts';

/** Whether a row of the data is of a used car at all: adverts of other goods stand among them. */
export function isCarDoc(doc: unknown): boolean {
  const type = readString(doc, 'type');
  const key = readString(doc, 'main_search_key');
  return (type === null || type === 'motor') && (key === null || key === 'SEARCH_ID_CAR_USED');
}

const maxAmount = 1e9;

/** The ad that a row of a search's data tells of; or why it is none. */
export function readDoc(doc: unknown, context: VendContext): AdFields | Rejection {
  const { site, demoOrigin } = context;
  const id = readId(doc, 'id') ?? readId(doc, 'ad_id');
  if (id === null) return { reason: 'no_id' };
  const specification = cleanLine(readAt(doc, 'model_specification'), 100);
  const heading = cleanLine(readAt(doc, 'facade_title')) ?? cleanLine(readAt(doc, 'heading'));
  if (heading === null) return { id, reason: 'no_title' };
  const make = makeOf(cleanLine(readAt(doc, 'make'), 40));
  const price = priceOf(doc, site);
  const engineCc = readNumber(doc, 'volume');
  const rangeKm = readNumber(doc, 'driving_range');
  const fuel = fuelOf(readString(doc, 'fuel'));
  const sellerType = sellerTypeOf(readString(doc, 'dealer_segment'));
  const photos =
    readArray(doc, 'image_urls').length > 0 ? readArray(doc, 'image_urls') : [readAt(doc, 'image', 'url')];
  return {
    ...vendAd(context, id, heading, specification),
    description: null,
    price,
    priceText: price && `${price.amount} ${currencyText(site)}${priceWords(doc, site)}`,
    city: cleanLine(readAt(doc, 'location'), 80),
    isInPart: true,
    said: {
      ...nothingSaid,
      plate: plateOf(readString(doc, 'regno')),
      vin: vinOf(readString(doc, 'chassis_number')),
      // A private seller's name is never told, and not kept where it is.
      dealerName: sellerType === 'dealer' ? cleanLine(readAt(doc, 'organisation_name'), 100) : null,
      specifications: rangeKm !== null && rangeKm > 0 ? [`Rækkevidde: ${rangeKm} km`] : [],
    },
    listedAt: instantOf(readNumber(doc, 'timestamp')),
    availability: readArray(doc, 'flags').includes('sold') ? 'sold' : 'live',
    photoUrls: ownPhotos(photos, id, { site, demoOrigin }),
    vehicle: {
      ...emptyForm,
      make,
      model: make === null ? null : cleanLine(readAt(doc, 'model'), 60),
      trim: specification,
      year: yearOf(readNumber(doc, 'year')),
      mileage: mileageOf(readNumber(doc, 'mileage'), readString(doc, 'mileage_unit'), site),
      fuel,
      gearbox: gearboxOf(readString(doc, 'transmission')),
      sellerType,
      engineLitres:
        engineCc !== null && engineCc >= 300 && engineCc <= 10_000 ? Math.round(engineCc / 100) / 10 : null,
    },
  };
}

function priceOf(doc: unknown, site: VendSite): AdFields['price'] {
  const amount = readNumber(doc, 'price', 'amount');
  if (amount === null || amount < 0 || amount > maxAmount) return null;
  const named = readString(doc, 'price', 'currency_code');
  return { amount: Math.round(amount), currency: named && /^[A-Z]{3}$/.test(named) ? named : site.currency };
}

export const yearOf = (year: number | null): number | null =>
  year !== null && Number.isInteger(year) && year >= 1900 && year <= 2100 ? year : null;

/** What a field of the form says of the distance driven; nothing where it was left at nothing. */
export function mileageOf(value: number | null, unit: string | null, site: VendSite): Mileage | null {
  if (value === null || value <= 0 || value > 2_000_000) return null;
  const isMile = unit === null ? site.distanceUnit === 'mil' : /mile/i.test(unit);
  return { km: Math.round(isMile ? value * 10 : value), precision: 'exact' };
}

/** Milliseconds since 1970, to ISO: when the ad was published, or renewed. */
function instantOf(ms: number | null): string | null {
  if (ms === null || ms < 946_684_800_000 || ms > 4_102_444_800_000) return null;
  return new Date(ms).toISOString();
}
