import type { Shape } from '#core/marketplace/button/keep-fields.ts';

const fact: Shape = { displayTextShort: 'text' };

/** What of an ad leaves a page of Bilbasen: the car and the offer. Dealers' logos and where exactly a car stands stay behind. */
export const adFields: Shape = {
  externalId: 'value',
  uri: 'text',
  media: [{ mediaType: 'text', url: 'text' }],
  price: { price: 'value', displayPrice: 'text', priceType: 'text' },
  make: 'text',
  model: 'text',
  variant: 'text',
  description: 'words',
  location: { zipCode: 'value', city: 'text' },
  sellerType: 'text',
  properties: { firstregistrationdate: fact, mileage: fact, hk: fact, geartype: fact, fueltype: fact },
  // What an ad's own page shows.
  title: 'text',
  shownPrice: 'text',
  facts: [{ label: 'text', value: 'text' }],
  equipment: ['text'],
  photos: ['text'],
};
