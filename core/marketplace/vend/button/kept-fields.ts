import type { Shape } from '#core/marketplace/button/keep-fields.ts';

const coded: Shape = { id: 'value', value: 'text' };

/** Of a row of a search's data. */
const docFields: Shape = {
  type: 'text',
  main_search_key: 'text',
  id: 'text',
  ad_id: 'value',
  facade_title: 'text',
  heading: 'text',
  make: 'text',
  model: 'text',
  model_specification: 'text',
  year: 'value',
  mileage: 'value',
  mileage_unit: 'text',
  fuel: 'text',
  transmission: 'text',
  volume: 'value',
  driving_range: 'value',
  price: { amount: 'value', currency_code: 'text' },
  registration_class: coded,
  sales_form: 'value',
  dealer_segment: 'text',
  regno: 'text',
  chassis_number: 'text',
  location: 'text',
  timestamp: 'value',
  image: { url: 'text' },
  image_urls: ['text'],
  flags: ['text'],
};

/** Of the properties that an ad's own page carries for its scripts. */
const propertyFields: Shape = {
  title: 'text',
  price: { main: 'value', total: 'value', amount: 'value' },
  year: 'value',
  mileage: 'value',
  mileage_unit: 'text',
  owners: 'value',
  exterior_color: coded,
  first_registration: 'text',
  registration_number: 'text',
  transmission: coded,
  registration_class: coded,
  sales_form: coded,
  engine: { effect: 'value', fuel: coded },
  equipment: [coded],
  description_unsafe: 'words',
  images: [{ uri: 'text' }],
  disposed: 'value',
  isInactive: 'value',
  flags: ['text'],
};

/**
 * What of an ad leaves a page of the platform: the car and the offer. Whoever sells it stays behind, a dealer by name too;
 * whether it is a dealer is told.
 */
export const adFields: Shape = {
  ...docFields,
  // What an ad's own page shows, by the names that `VendSheet` gives them.
  heading: 'text',
  variant: 'text',
  shownPrice: 'text',
  segment: 'text',
  badges: ['text'],
  facts: [{ label: 'text', value: 'text' }],
  description: 'words',
  photos: ['text'],
  properties: propertyFields,
};
