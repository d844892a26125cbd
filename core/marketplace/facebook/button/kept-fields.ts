import type { Shape } from '#core/marketplace/button/keep-fields.ts';
import { labelKeys, valueKeys } from '../row-keys.ts';

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
export const adFields: Shape = {
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
