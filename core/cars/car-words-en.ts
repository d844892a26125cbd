import type { Fuel, ListingFlag } from '#core/marketplaces/ad/listing.ts';
import type { FindingKind } from './findings.ts';

/** A line of text for each finding, used in the app, on share pictures and on pages for search engines. */
export const englishFindings: Readonly<Record<FindingKind, string>> = {
  make_differs: 'The make differs from the register',
  model_differs: 'The model differs from the register',
  year_differs: 'The year differs from the register',
  fuel_differs: 'The fuel differs from the register',
  gearbox_differs: 'The gearbox differs from the register',
  mileage_below_inspection: 'The mileage is below an earlier reading',
  mileage_readings_differ: 'The ad gives two different mileages',
  mileage_unclear: 'The ad leaves the mileage unclear',
  year_unclear: 'The ad leaves the year unclear',
  mileage_low_for_age: 'The mileage is unusually low for its age',
  inspection_overdue: 'The inspection is overdue',
  claims_fresh_inspection: 'Only the ad calls it just inspected',
  deregistered: 'The car is deregistered',
  leasing: 'The car is registered as leased',
  debt: 'A debt is registered on the car',
  imported: 'The car was imported',
  mileage_not_logical: 'The mileage readings do not fit together',
  mileage_noted: 'An inspection report marks a mileage as unusual',
  theft: 'The car has been reported stolen',
  bankruptcy: 'A bankruptcy is registered',
  blocked: 'The car is blocked in the register',
  hard_use: 'The car is registered for use by many drivers',
  faults: 'The last inspection found one or more faults',
  faults_repaired: 'The last inspection found one or more faults, and the car passed after a second visit',
  inspection_due: 'An inspection is due soon',
  insurance_gap: 'The car was uninsured for a time',
  recall: 'The manufacturer has recalled the car',
  written_off: 'The car is registered as written off',
  plate_unknown: 'The register does not know the number plate',
  owners_differ: 'The register knows of more owners than the ad',
  fresh_inspection_confirmed: 'The car was just inspected, as the ad says',
};

/** A line of text for each flag of an ad that lowers its rating. */
export const englishCautions: Readonly<Record<ListingFlag, string>> = {
  defect: 'The ad mentions a defect',
  imported: 'The ad says it was imported',
  no_inspection: 'The ad says it has no valid inspection',
  fresh_inspection: 'The ad says it was just inspected',
  parts: 'The ad mentions parts',
  leasing: 'The ad mentions leasing',
  ex_vat: 'The price is without VAT',
  ex_tax: 'The price is without Danish registration tax',
  wholesale: 'The price is for dealers only',
  placeholder_price: 'The price may be a placeholder',
  foreign_currency: 'The price is in another currency',
  doubtful_mileage: 'The mileage may not be the true one',
  down_payment: 'The price is a down payment only',
  no_plates: 'The ad says it has no plates',
  conditions_unread: 'We have not read the ad’s own words',
  wanted: 'The ad may be a wanted ad',
  not_a_car: 'This may not be a passenger car',
};

export const englishFuels: Readonly<Record<Fuel, string>> = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  electric: 'Electric',
  plugin_hybrid: 'Plug-in hybrid',
  hybrid: 'Hybrid',
  gas: 'Gas',
  hydrogen: 'Hydrogen',
};
