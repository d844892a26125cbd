import { isObject, type JsonObject } from '#core/marketplace/page/json-read.ts';
import { labelKeys, valueKeys } from '../row-keys.ts';

/** `text` is a short line, `words` what the seller wrote, `value` a number or a switch as well; a list holds one shape. */
type Shape = 'text' | 'words' | 'value' | readonly Shape[] | { readonly [key: string]: Shape };

const money: Shape = {
  amount: 'value',
  currency: 'text',
  formatted_amount: 'text',
  formatted_amount_zeros_stripped: 'text',
};
const photo: Shape = { image: { uri: 'words' } };
const fact: Shape = Object.fromEntries([...labelKeys, ...valueKeys].map((key) => [key, 'text' as const]));

/**
 * What of an ad's data leaves the marketplace's page: what describes the car and the offer, field by field. Nothing of who
 * sells it and nothing of who looks at it has a name here; captions of photos and the dealer's name are left behind as well,
 * since they can name people.
 */
const adFields: Shape = {
  id: 'text',
  marketplace_listing_title: 'text',
  custom_title: 'text',
  redacted_description: { text: 'words' },
  listing_price: money,
  strikethrough_price: money,
  location: { reverse_geocode: { city: 'text', postal_code: 'text', city_page: { display_name: 'text' } } },
  location_text: { text: 'text' },
  custom_sub_titles_with_rendering_flags: [{ subtitle: 'text' }],
  marketplace_listing_category_id: 'text',
  creation_time: 'value',
  is_sold: 'value',
  is_pending: 'value',
  is_live: 'value',
  is_hidden: 'value',
  primary_listing_photo: photo,
  listing_photos: [photo],
  vehicle_make_display_name: 'text',
  vehicle_model_display_name: 'text',
  vehicle_trim_display_name: 'text',
  vehicle_odometer_data: { unit: 'text', value: 'value' },
  vehicle_fuel_type: 'text',
  vehicle_transmission_type: 'text',
  vehicle_exterior_color: 'text',
  vehicle_number_of_owners: 'value',
  vehicle_seller_type: 'text',
  vehicle_identification_number: 'text',
  vehicle_registration_plate_information: { plate_number: 'text', text: 'text' },
  vehicle_specifications: [fact],
  vehicle_features: [fact],
};

const mostLetters = { text: 300, value: 40, words: 8_000 } as const;
const mostRows = 60;

/** A copy of an ad's data that holds these fields and nothing else, however the original is built. */
export function keepAdFields(ad: unknown): JsonObject {
  const kept = keep(ad, adFields);
  return isObject(kept) ? kept : {};
}

function keep(value: unknown, shape: Shape): unknown {
  if (typeof value === 'string') return keepText(value, shape);
  if (typeof shape === 'string')
    return shape === 'value' && ['number', 'boolean'].includes(typeof value) ? value : undefined;
  if (isList(shape)) return Array.isArray(value) ? keepRows(value, shape[0]!) : undefined;
  if (!isObject(value)) return undefined;
  const kept = Object.entries(shape)
    .filter(([key]) => Object.hasOwn(value, key))
    .map(([key, inner]) => [key, keep(value[key], inner)])
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(kept);
}

/** Rows of specifications are lines as often as objects, and so is a plate. */
function keepText(text: string, shape: Shape): string | undefined {
  if (isList(shape)) return undefined;
  return text.slice(0, mostLetters[typeof shape === 'string' ? shape : 'text']);
}

const keepRows = (rows: readonly unknown[], shape: Shape): unknown[] =>
  rows
    .slice(0, mostRows)
    .map((row) => keep(row, shape))
    .filter((row) => row !== undefined);

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);
