/** What an ad can be remarked for; `flags.ts` finds it. */
export const listingFlags = [
  'not_a_car', // motorcycle, caravan, trailer, lawn mower …
  'wanted', // "købes", "søges"
  'parts', // parts ad or a car sold for parts
  'leasing', // leasing, monthly payment, deposit prices
  'ex_vat', // "ekskl. moms", van prices, engros, "uden afgift"
  'placeholder_price', // 0, 1, 1234, 111111 …
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
