import {
  type AdFields,
  emptyForm,
  nothingSaid,
  type SaidFields,
  type VehicleFields,
} from '#core/marketplaces/ad/build-listing.ts';
import type { Fuel, Gearbox, Listing, ListingPrice, SellerType } from '#core/marketplaces/ad/listing.ts';
import { odometerMileage } from '#core/marketplaces/ad/mileage.ts';
import { currencyIn, parsePrice } from '#core/marketplaces/ad/price.ts';
import { cleanLine, cleanParagraphs, plateInText } from '#core/marketplaces/ad/text.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';
import {
  isObject,
  type JsonObject,
  readArray,
  readAt,
  readId,
  readNumber,
  readObject,
  readString,
} from '#core/marketplaces/page/json-read.ts';
import { isAllowedPhotoUrl, itemAddress } from './link.ts';
import { labelKeys, valueKeys, walkObjects } from './page-data.ts';
import type { PageContext } from './parse-page.ts';

/** The site's category of vehicles, for cars and motorcycles. */
const vehicleCategoryId = '807311116002614';

const maxPhotos = 40;
const maxAmount = 1e12;

/**
 * The fields that cards and item pages share, from the site's JSON, or why it is not an ad. No field about the seller is
 * read.
 */
export function readAd(node: JsonObject, context: PageContext): AdFields | Rejection {
  const id = readId(node, 'id');
  if (id === null) return { reason: 'no_id' };
  const title = cleanLine(node.marketplace_listing_title) ?? cleanLine(node.custom_title);
  if (title === null) return { id, reason: 'no_title' };
  const shown = cleanLine(readAt(node, 'formatted_price', 'text'), 60);
  const price =
    readPrice(readObject(node, 'listing_price'), shown ?? '') ?? (shown === null ? null : parsePrice(shown));
  const category = readId(node, 'marketplace_listing_category_id');
  return {
    source: 'facebook',
    id,
    itemUrl: itemAddress(id, context.origin),
    title,
    description: cleanParagraphs(readAt(node, 'redacted_description', 'text')),
    price,
    priceText: withPeriod(cleanLine(readAt(node, 'listing_price', 'formatted_amount'), 60) ?? shown, node),
    oldPrice: readPrice(readObject(node, 'strikethrough_price'))?.amount ?? null,
    city: readCity(node),
    subtitle: readSubtitle(node),
    isAmongVehicles: category === null ? null : category === vehicleCategoryId,
    said: nothingSaid,
    listedAt: toInstant(
      readNumber(node, 'creation_time') ??
        readNumber(node, 'if_gk_just_listed_tag_on_search_feed', 'creation_time'),
    ),
    availability: readAvailability(node),
    photoUrls: readPhotos(node, context),
    vehicle: null,
  };
}

const periods: Record<string, string> = { MONTHLY: 'month', WEEKLY: 'week', DAILY: 'day' };

/** A price per period is marked as one: the site has a field for the period. */
function withPeriod(priceText: string | null, node: JsonObject): string | null {
  const period = periods[readString(node, 'payment_time_period')?.toUpperCase() ?? ''];
  return priceText !== null && period ? `${priceText} / ${period}` : priceText;
}

/**
 * `amount` is in whole units as a decimal string. `amount_with_offset_in_currency` is converted on some pages and is never
 * read.
 */
function readPrice(money: JsonObject | null, shown = ''): ListingPrice | null {
  if (!money) return null;
  const text = cleanLine(money.formatted_amount ?? money.formatted_amount_zeros_stripped, 60) ?? shown;
  const amount = readNumber(money, 'amount');
  const named = readString(money, 'currency');
  const currency = named && /^[A-Z]{3}$/.test(named) ? named : currencyOf(`${text} ${named ?? ''}`, amount);
  if (currency === null) return null;
  if (amount === null) return text === '' ? null : parsePrice(text);
  return amount >= 0 && amount < maxAmount ? { amount: Math.round(amount), currency } : null;
}

/**
 * The site shows a currency with every price. A price without one is refused: dollars taken for kroner would look like a
 * bargain. An amount of 0 is 0 in every currency.
 */
function currencyOf(text: string, amount: number | null): string | null {
  return currencyIn(text) ?? (amount === 0 ? 'DKK' : null);
}

function readCity(node: JsonObject): string | null {
  const geocode = readObject(node, 'location', 'reverse_geocode');
  const place =
    cleanLine(geocode?.city, 80) ??
    cleanLine(readAt(geocode, 'city_page', 'display_name'), 80) ??
    cleanLine(readAt(node, 'location_text', 'text'), 80);
  return place?.split(',')[0]?.trim() || null;
}

function readSubtitle(node: JsonObject): string | null {
  const lines = readArray(node, 'custom_sub_titles_with_rendering_flags').slice(0, 10);
  return cleanLine(lines.map((line) => readString(line, 'subtitle') ?? '').join(' · '), 200);
}

function readAvailability(node: JsonObject): Listing['availability'] {
  if (node.is_sold === true) return 'sold';
  if (node.is_pending === true) return 'pending';
  return node.is_hidden === true || node.is_live === false ? 'hidden' : 'live';
}

/** The seller's photos in order; the card's primary photo if the page lists no others. */
export function readPhotos(node: JsonObject, context: PageContext): string[] {
  const listed = readArray(node, 'listing_photos').map((photo) => readString(photo, 'image', 'uri'));
  const all = listed.length > 0 ? listed : [readString(node, 'primary_listing_photo', 'image', 'uri')];
  const allowed = all.filter(
    (url) => url !== null && isAllowedPhotoUrl(url, { demoOrigin: context.demoOrigin }),
  );
  return [...new Set(allowed.map((url) => new URL(url!).href))].slice(0, maxPhotos);
}

/** Seconds since 1970 as ISO text; null outside the site's lifetime. */
function toInstant(seconds: number | null): string | null {
  if (seconds === null || seconds < 1_072_915_200 || seconds > 4_102_444_800) return null;
  return new Date(seconds * 1000).toISOString();
}

const mostLines = 60;

/** Fields that only few item pages have: identification, equipment, seller and location. */
export function readSaidFields(target: JsonObject): SaidFields {
  const vin = cleanLine(target.vehicle_identification_number, 40)?.replace(/[\s-]/g, '').toUpperCase() ?? '';
  return {
    ...nothingSaid,
    plate: plateIn(target.vehicle_registration_plate_information),
    vin: /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? vin : null,
    dealerName: cleanLine(target.dealership_name, 100),
    postalCode: readPostalCode(target),
    specifications: linesOf([...asList(target.vehicle_specifications), ...asList(target.vehicle_features)]),
    photoCaptions: readArray(target, 'listing_photos')
      .slice(0, mostLines)
      .map((photo) => cleanLine(readString(photo, 'accessibility_caption')))
      .filter((caption) => caption !== null),
  };
}

/** A text, or an object with the plate as one of its texts. */
function plateIn(raw: unknown): string | null {
  const texts: string[] = [];
  if (typeof raw === 'string') texts.push(raw);
  walkObjects(raw, (object) => {
    texts.push(...Object.values(object).filter((value) => typeof value === 'string'));
    return undefined;
  });
  return (
    texts
      .slice(0, mostLines)
      .map(plateInText)
      .find((plate) => plate !== null) ?? null
  );
}

function readPostalCode(target: JsonObject): string | null {
  const code = cleanLine(readAt(target, 'location', 'reverse_geocode', 'postal_code'), 12);
  return code && /^[A-Z0-9][A-Z0-9 -]{2,9}$/i.test(code) ? code : null;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : isObject(value) ? [value] : []);

/** "Airbags", "Motor: 1,6 TDI": the text of a row of specifications, whatever its shape. */
function linesOf(rows: readonly unknown[]): string[] {
  const lines = rows.slice(0, mostLines).map((row) => {
    if (typeof row === 'string') return cleanLine(row, 100);
    const said = (keys: string[]) => keys.map((key) => cleanLine(readAt(row, key), 60)).find((text) => text);
    return cleanLine([said(labelKeys), said(valueKeys)].filter(Boolean).join(': '), 100);
  });
  return [...new Set(lines.filter((line) => line !== null))];
}

const fuels: [RegExp, Fuel][] = [
  [/PLUG/, 'plugin_hybrid'],
  [/HYBRID/, 'hybrid'],
  [/ELECTRIC/, 'electric'],
  [/DIESEL/, 'diesel'],
  [/GASOLINE|PETROL/, 'petrol'],
  [/GAS|CNG|LPG/, 'gas'],
  [/HYDROGEN/, 'hydrogen'],
];
const ownerWords: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FOUR_PLUS: 4, FIVE: 5 };

export function readVehicleFields(target: JsonObject): VehicleFields {
  const odometer = readNumber(target, 'vehicle_odometer_data', 'value');
  return {
    ...emptyForm,
    make: cleanLine(target.vehicle_make_display_name, 40),
    model: cleanLine(target.vehicle_model_display_name, 60),
    trim: cleanLine(target.vehicle_trim_display_name, 60),
    mileage:
      odometer === null
        ? null
        : odometerMileage(odometer, readString(target, 'vehicle_odometer_data', 'unit')),
    fuel: readFuel(codeOf(target, 'vehicle_fuel_type')),
    gearbox: readGearbox(codeOf(target, 'vehicle_transmission_type')),
    color: cleanLine(target.vehicle_exterior_color, 30)?.toLowerCase() ?? null,
    previousOwners: readOwners(readAt(target, 'vehicle_number_of_owners')),
    sellerType: readSellerType(codeOf(target, 'vehicle_seller_type')),
    isWrittenOff: readWriteOff(codeOf(target, 'vehicle_title_status')),
  };
}

function codeOf(target: JsonObject, key: string): string {
  return readString(target, key)?.toUpperCase() ?? '';
}

function readFuel(code: string): Fuel | null {
  return fuels.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

function readGearbox(code: string): Gearbox | null {
  return /AUTO/.test(code) ? 'automatic' : /MANUAL/.test(code) ? 'manual' : null;
}

function readSellerType(code: string): SellerType | null {
  return /DEALER|BUSINESS/.test(code) ? 'dealer' : /PRIVATE|INDIVIDUAL/.test(code) ? 'private' : null;
}

/** Codes for the state of the papers: a write-off, repaired or not. */
function readWriteOff(code: string): boolean | null {
  return code === '' ? null : /SALVAGE|REBUILT|JUNK|FLOOD|TOTAL|LEMON/.test(code);
}

function readOwners(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 && value < 30 ? value : null;
  if (typeof value !== 'string') return null;
  const figure = /^([1-9])\+?$/.exec(value)?.[1];
  const word = value.toUpperCase();
  return figure ? Number(figure) : Object.hasOwn(ownerWords, word) ? ownerWords[word]! : null;
}
