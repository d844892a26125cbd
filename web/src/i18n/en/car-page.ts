import { englishCautions, englishFindings } from '#core/cars/car-words-en.ts';
import type { SpecificationField } from '#core/cars/specification.ts';
import { count } from '../format.ts';

/** "3 of 5 prices", "none of 5 prices", "all 5 prices", "both prices", "the one price". */
const shareOf = (some: number, total: number, one: string, other: string): string => {
  if (some === total && total > 0)
    return total === 1 ? `the one ${one}` : `${total === 2 ? 'both' : `all ${total}`} ${other}`;
  return `${some === 0 ? 'none' : some} of ${count(total, one, other)}`;
};

export { words } from './car-words.ts';

export const car = {
  loading: 'Loading car details...',
  notFoundTitle: 'Car Not Found',
  notFoundText: "The car you're looking for doesn't exist.",
  back: 'Back to Cars',
  lockedTitle: 'This is an amazing deal',
  lockedFindings: 'What to check more closely',
  lockedTheft: 'we did not ask about theft. Once you know the plate, look it up at politi.dk.',
  lockedUnasked: 'No register has answered about this car, so nothing is known from one.',
  lockedUnseen: 'We have not found its ad for a week or longer, so it may be sold.',
  lockedText:
    'Amazing deals are part of Premium. Upgrade to see which car it is, what it costs and where it is.',
  viewing: 'Viewing sheet and contract',
  similarCars: 'More cars of this make',
  priceFell: (amount: string) => `${amount} less`,
  priceRose: (amount: string) => `${amount} more`,
  soldTitle: 'This car is sold',
  soldText: (date: string) => `The ad was marked as sold when we read it on ${date}.`,
  goneTitle: 'This car is no longer on the marketplace',
  goneText: (date: string) =>
    `The marketplace told us that its ad is gone; we last read it on ${date}. What we know about the car stays here.`,
  unseenTitle: (date: string) => `Not seen since ${date}`,
  unseenText: 'We have not found its ad since then, so it may be sold. See whether the ad is still there.',
  lockedStar: 'You starred this car before it became an amazing deal.',
  lockedUnstar: 'Remove the star',
  share: 'Share',
  shareText: (title: string, price: string) => `Check out this ${title} for ${price} DKK`,
  linkCopied: 'Link copied',
  linkNotCopied: 'The link could not be copied. Copy it from the address bar.',
  openOn: (marketplace: string) => `Open on ${marketplace}`,
  alsoAt: 'Also for sale at',
  alsoMore: (price: string, more: string) => `${price}, ${more} more`,
  alsoLess: (price: string, less: string) => `${price}, ${less} less`,
  adSince: (date: string) => `seen since ${date}`,
  adSinceAt: (date: string, price: string) => `seen since ${date}, first at ${price}`,
  firstSeen: 'First seen',
  reposted: 'Listed again',
  repostedTimes: (times: number) => (times === 1 ? 'once' : `${times} times`),
  photos: (title: string) => `Photos of ${title}`,
  photo: (number: number) => `Photo ${number}`,
  showPhoto: (number: number) => `Show photo ${number}`,
  enlarge: 'Enlarge photo',
  noImages: 'No Images Available',
  counter: (number: number, total: number) => `${number} / ${total}`,
  previousPhoto: 'Previous photo',
  nextPhoto: 'Next photo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  star: 'Star',
  starred: 'Starred',
  similar: (cars: number) => count(cars, 'similar car', 'similar cars'),
  daysListed: 'Days listed',
  modelDays: (model: string) => `Usual time for sale, ${model}`,
  modelDaysValue: (days: number, cars: number) =>
    `${count(days, 'day', 'days')} (measured on ${count(cars, 'car', 'cars')})`,
  body: 'Body',
  listed: 'Listed',
  seenFirst: 'Last read',
  priceHistory: 'Price history',
  specifications: 'Car Specifications',
  brand: 'Brand',
  model: 'Model',
  variant: 'Variant',
  year: 'Year',
  mileage: 'Mileage',
  color: 'Color',
  fuel: 'Fuel Type',
  transmission: 'Transmission',
  automatic: 'Automatic',
  manual: 'Manual',
  city: 'City',
  marketValue: 'Market Value',
  unlock: 'Unlock',
  engine: 'Engine & Performance',
  facts: {
    engineLitres: 'Engine Size',
    horsepower: 'Horsepower',
    kmPerLitre: 'Fuel Economy',
    whPerKm: 'Consumption',
    firstRegistration: 'First Registration',
    previousOwners: 'Previous Owners',
    halfYearlyTaxDkk: 'Half-yearly Taxes',
  } satisfies Readonly<Record<SpecificationField, string>>,
  electric: {
    title: 'Battery & Charging',
    battery: 'Battery',
    usable: (value: string) => `${value} kWh usable`,
    range: 'Range',
    upTo: (value: string) => `up to ${value} km (WLTP)`,
    winter: 'Range in winter',
    about: (value: string) => `about ${value} km`,
    ac: 'Charging at home (AC)',
    dc: 'Fast charging (DC)',
    kw: (value: string) => `up to ${value} kW`,
    winterMethod: (percent: string) =>
      `In winter: ${percent}% of the range above. That is how far the cars of NAF’s winter test in 2024 drove on average, at −10 to 4 °C.`,
    sources: (names: string) =>
      `Figures without “(ad)” are those of the model when new, not of this car’s battery today. Source: ${names}.`,
  },
  horsepowerValue: (value: string) => `${value} HP`,
  kmPerLitre: (value: string) => `${value} km/L`,
  kroner: (amount: string) => `${amount} kr.`,
  inAd: (value: string) => `${value} (ad)`,
  inRegister: (value: string) => `${value} (register)`,
  ownerChanges: (changes: number) => count(changes, 'change of owner', 'changes of owner'),
  /** The ad counts the present one, too. */
  ownersInAd: (owners: number) => `${count(owners, 'owner', 'owners')} in all`,
  ownership: 'Ownership & Costs',
  lastInspection: 'Last Inspection',
  nextInspection: 'Next Inspection',
  equipment: 'Equipment & Features',
  vehicleInformation: 'Vehicle Information',
  plate: 'License Plate',
  platesSignedIn: 'Shown when you are logged in',
  description: 'Description',
  noDescription: 'No description available for this vehicle.',
};

const carsOf = (some: number, total: number) => shareOf(some, total, 'similar car', 'similar cars');
const alikeWords = (alike: number): string =>
  alike === 0 ? '' : `, ${alike === 1 ? 'one' : alike} the same`;

export const why = {
  title: 'Why this rating',
  titleUnrated: 'Why no estimate',
  showNumbers: 'Show the numbers',
  hideNumbers: 'Hide the numbers',
  askMore: (dearer: number, total: number, alike: number) =>
    `With the differences counted in, ${carsOf(dearer, total)} ${dearer > 1 ? 'cost' : 'costs'} more${alikeWords(alike)}.`,
  askLess: (cheaper: number, total: number, alike: number) =>
    `With the differences counted in, ${carsOf(cheaper, total)} ${cheaper > 1 ? 'cost' : 'costs'} less${alikeWords(alike)}.`,
  gapBelow: (model: string, amount: string) => `This ${model} costs ${amount} less than its market value.`,
  gapAbove: (model: string, amount: string) => `This ${model} costs ${amount} more than its market value.`,
  /** Against what the similar cars say. */
  yetBelow: (model: string, amount: string) =>
    `Yet by all the cars we have seen, this ${model} costs ${amount} less than its market value.`,
  yetAbove: (model: string, amount: string) =>
    `Yet by all the cars we have seen, this ${model} costs ${amount} more than its market value.`,
  gapNone: (model: string) => `This ${model} is priced at its market value.`,
  /** What weakens a rating. */
  despite: {
    most_corrected:
      'The comparison is rough: the prices of most of the cars it was compared with had to be corrected a lot.',
    all_corrected:
      'The comparison is rough: the price of every car it was compared with had to be corrected a lot.',
    value_of_register:
      'The market value is not our own but comes with the register’s data, because we have seen too few cars like it. No car here bears it out.',
  },
  asking:
    'The car’s condition is not judged, only its price. It is an asking price, and what a car is sold for is often a little less.',
  unlock: 'What the price was compared with, and by how much it differs, is part of Premium.',
  unlockGap: 'By how much the price differs is part of Premium.',
  unlockAction: 'See what it is worth',
  prices: 'Prices of similar cars, adjusted',
  pricesSummary: (cheaper: number, total: number, alike: number) =>
    `With the differences counted in, ${carsOf(cheaper, total)} ${cheaper > 1 ? 'cost' : 'costs'} less${alikeWords(alike)}`,
  mileage: 'Price against mileage',
  mileageSummary: 'Each ring is a similar car; the line is what they cost on average at that mileage',
  thisCar: 'This car',
  market: 'Market',
  comparables: 'The most similar cars',
  comparableTitle: 'Car',
  comparableYear: 'Year',
  comparableMileage: 'Mileage',
  goneAfter: (days: number) =>
    days === 0 ? 'gone on the day it was listed' : `gone after ${count(days, 'day', 'days')}`,
  goneAfterAtLeast: (days: number) =>
    days === 0 ? 'gone on the day we saw it' : `gone after at least ${count(days, 'day', 'days')}`,
  lastSeen: (date: string) => `last seen on ${date}`,
  adjustedPrice: 'Adjusted price',
  notCorrected: 'as asked',
  countsHalf: (correction: string) => `${correction}, counts half`,
  adjustedNote:
    'Adjusted price: what it would cost with this car’s model, fuel, age, mileage, power and equipment. The correction stands below it; a car that had to be made more than a quarter dearer, or more than a fifth cheaper, counts half for the middle.',
  terms: 'From the similar cars to the market value',
  termsTotal: 'Market value',
  term: {
    similar: 'The middle of their adjusted prices (those corrected a lot count half)',
    other: 'Correction from all the other cars that we have seen',
  },
  near: {
    amazing: (border: string) => `A close call: from ${border} upwards it would be rated fair.`,
    belowAmazing: (border: string) => `A close call: only a price below ${border} can be amazing.`,
    poor: (border: string) => `A close call: from ${border} downwards it would be rated fair.`,
    abovePoor: (border: string) => `A close call: above ${border} it would be rated poor.`,
  },
  /** Why a price far from the market value is fair all the same. */
  wide: {
    belowAmazing: (border: string) =>
      `Fair all the same: such cars differ so much in price that only one below ${border} can be amazing.`,
    abovePoor: (border: string) =>
      `Fair all the same: such cars differ so much in price that only one above ${border} would be rated poor.`,
  },
  fewSimilar: (total: number) =>
    `With only ${count(total, 'similar car', 'similar cars')} to show, the comparison is rough.`,
  mostlyDistant: (distant: number, total: number) =>
    `The comparison is rough: ${shareOf(distant, total, 'price', 'prices')} had to be raised by more than a quarter or lowered by more than a fifth.`,
  otherModel: (model: string) => `another model: ${model}`,
  otherModels: (others: number, total: number) =>
    `Here ${carsOf(others, total)} ${others === 1 ? 'is' : 'are'} another model.`,
  otherFuel: (others: number, total: number, isInDoubt: boolean) =>
    `Here ${carsOf(others, total)} ${others === 1 ? 'has' : 'have'} another fuel type than ${isInDoubt ? 'the register names for this car' : 'this one'}.`,
  factsDisagree:
    'Adjusted in a second way, by their facts alone, these cars cost too little to bear the saving out.',
  valueAbove: (amount: string) =>
    `The market value lies ${amount} above the middle of these cars, because it rests on all the cars we have seen.`,
  valueBelow: (amount: string) =>
    `The market value lies ${amount} below the middle of these cars, because it rests on all the cars we have seen.`,
  howWeRate: 'How we rate, and how often we are wrong',
  smallPoolPrivate:
    'We have not seen enough cars yet to know the market. This car is yours alone: it teaches nothing about the market, and it is rated again only when you send it again.',
  carsMissing: (missing: number) => `${count(missing, 'more car', 'more cars')} and rating begins.`,
  amazing: 'It is priced clearly below its market value.',
  fair: 'We call it neither a bargain nor overpriced.',
  poor: 'It is priced above its market value.',
  reason: {
    rated: '',
    missing_make_model_year:
      'Make, model or year is missing in the ad, so there is nothing to compare it with.',
    no_price: 'The ad names no price.',
    placeholder_price: 'The price in the ad looks like a placeholder. Ask what the seller wants.',
    price_out_of_range: 'The price is outside what we rate: 7.500 to 3.000.000 kr.',
    uncertain: 'Similar cars are priced so differently that a market value would be a guess.',
    few_comparables: 'We have seen too few similar cars to rate it.',
    too_good_to_be_true:
      'The price is so far below the market that it is rather a warning than a deal. Be careful with advance payments.',
    far_above_market: 'The price is so far above the market that something about this car must be special.',
    leasing: 'This is a leasing offer or a monthly price, which cannot be compared with a purchase price.',
    ex_vat: 'The price is without VAT, so it cannot be compared.',
    ex_tax: 'The price is without Danish registration tax, so it cannot be compared.',
    wholesale: 'The price is for dealers only, so it cannot be compared.',
    parts: 'The car is sold for parts.',
    defect: 'The ad describes a defect that decides the price more than the market does.',
    wanted: 'This ad is from a buyer looking for a car. No car is for sale.',
    not_a_car: 'This does not look like a passenger car.',
    too_old: 'The car is older than 25 years; collectors’ prices follow other rules.',
    foreign_currency: 'The price is in another currency.',
    down_payment: 'The price in the ad is a down payment, not what the car costs.',
    doubtful_mileage:
      'The mileage is in doubt, and the price is only good if it is true. See “Before you buy”.',
    small_pool:
      'We have not seen enough cars yet to know the market. The more cars are on the list, the sooner this one is rated too.',
    thin_evidence: 'The price is low, but too few cars are similar enough to call it an amazing deal.',
    mixed_evidence:
      'The price looks low, but the market value and the similar cars do not agree well enough to call it an amazing deal.',
    version_untold:
      'The price is high, but the ad says little about version and equipment, and a well-equipped car may cost this much.',
    risky: 'The price is low, but what the ad or the register says of this car may be why.',
    told_by_register:
      'The price is low, but what the register answered about this car may be why. See “Before you buy”.',
    conditions_unread: 'The price is low, but we have not read the ad’s own words yet, which may say why.',
    contradicted:
      'The price is low, but the ad and the vehicle register disagree about the make, model, year or fuel. Find out which is right first.',
  },
};

/** The columns of a list as a spreadsheet. */
export const csv = {
  car: 'Car',
  km: 'Mileage (km)',
  price: 'Price (DKK)',
  marketLow: 'Market value, low (DKK)',
  market: 'Market value (DKK)',
  marketHigh: 'Market value, high (DKK)',
  /** How long an ad was there before it was first seen is often unknown. */
  days: 'Days listed, at least',
  drop: 'Last price cut (DKK)',
  page: 'Page',
  day: 'First seen',
  marketplace: 'Marketplace',
  change: 'Change (DKK)',
};

export const facts = {
  title: 'Before you buy',
  nothing: (asked: number, all: number) =>
    asked === 0
      ? 'The register knows the car, and was asked nothing else about it'
      : `We asked registers about ${shareOf(asked, all, 'thing', 'things')}: nothing to warn of`,
  askedRest: (asked: number, all: number) =>
    `We asked registers about ${shareOf(asked, all, 'thing', 'things')}: nothing else to warn of`,
  askedAbout: (topics: string) => `Asked about: ${topics}. An empty register is no guarantee.`,
  pending: 'The vehicle register did not answer, so nothing is known from it yet.',
  unread:
    'Rated by the ad alone so far: its photos have not been searched for a number plate yet, so the register was not asked.',
  askedHourly: 'It is asked again every hour.',
  askedWhenSent: 'It is asked again only when you send the car again.',
  noPlate:
    'No number plate could be read in the photos, so the register was not asked. Ask the seller for the plate.',
  youTyped: (value: string) => `You typed ${value}.`,
  adSays: (value: string) => `The ad says ${value}.`,
  registerSays: (value: string) => `The register says ${value}.`,
  lastInspectedOn: (date: string) => `The last inspection on record: ${date}.`,
  neverInspected: 'No inspection is on record.',
  wasDueOn: (date: string) => `It was due by ${date}.`,
  inspectedOn: (date: string) => `On record: passed on ${date}.`,
  adIsOlder: (date: string) => `The ad is older than that inspection: it was there on ${date}.`,
  validUntil: (date: string) => `The register says that the next inspection is due by ${date}.`,
  registerSaysOn: (value: string, date: string) => `The register says ${value} (${date}).`,
  kind: englishFindings,
  advice: {
    make_differs: 'Check that the plate belongs to this car.',
    model_differs: 'Check the registration certificate before you agree on a price.',
    year_differs: 'Ask which of the two is right; the year matters for the price.',
    fuel_differs: 'Check the fuel cap and the registration certificate.',
    gearbox_differs: 'Try the car before you decide.',
    mileage_below_inspection: 'Ask for service papers, and why the figure went down.',
    mileage_readings_differ: 'Ask which figure is right, and look at the odometer.',
    mileage_unclear: 'Ask how far the car has been driven, and look at the odometer.',
    year_unclear: 'See the registration certificate for the year.',
    mileage_low_for_age: 'The figure may have been typed at random. Ask for the true figure.',
    inspection_overdue: 'Agree who pays for the inspection before you shake hands.',
    claims_fresh_inspection: 'Ask to see the inspection report.',
    owners_differ: 'Ask who owned it, and see the registration certificate.',
    deregistered: 'Plates cost extra before you may drive, and so may an inspection.',
    leasing: 'The seller may not own the car. Ask for proof that the lease has ended.',
    /** True for a buyer and for who leases the car. */
    debt: 'The creditor may claim the car, whoever has it by then: make sure before you sign that the debt is settled, or have the creditor’s consent in writing.',
    imported: 'Ask for the papers from the country it came from.',
  },
  caution: englishCautions,
  cautionAdvice: 'Ask the seller about it.',
  priceAdvice: 'Ask what it costs in all, in kroner, before you go to see it.',
  placeholderAdvice: 'Ask what the seller wants for it before you go to see it.',
  /** The ad said so before the inspection. */
  inspectedSince: 'The car was inspected after the ad went up',
};

export const write = {
  open: 'Write to the seller',
  title: 'A message to the seller',
  text: 'Made of what is known about this car. Change it, then copy it into the marketplace’s message field. We send nothing.',
  language: 'Language of the message',
  message: 'Message',
  copy: 'Copy',
  copied: 'The message is copied',
  notCopied: 'The message could not be copied. Select the text and copy it yourself.',
};

export const firstOffer = {
  title: 'A first offer',
  lead: 'A figure to begin with. What cars end up costing is not published.',
  fixed: 'The seller writes that the price is fixed.',
  similar: (cheaper: number, total: number) =>
    `With the differences counted in, ${carsOf(cheaper, total)} ${cheaper > 1 ? 'are on sale for less, or were when we last saw them' : 'is on sale for less, or was when we last saw it'}.`,
  gone: (cars: number) =>
    `${count(cars, 'of them is', 'of them are')} no longer for sale: there the last price in the ad counts.`,
  value: 'It is the market value, rounded down: too few similar cars were seen to say more.',
  capped: 'It is the market value, rounded down; the middle of the similar cars lies above it.',
  asked: 'It is what the seller asks: nothing in the similar cars we have seen speaks for a lower price.',
  below: 'It is what the seller asks, and that is below its market value.',
  notAbove: 'It is what the seller asks, and that is no more than its market value.',
  long: ({ days, isAgeKnown, isUsualKnown }: { days: number; isAgeKnown: boolean; isUsualKnown: boolean }) =>
    `Offered for ${isAgeKnown ? '' : 'at least '}${count(days, 'day', 'days')}${isUsualKnown ? ', longer than usual' : ''}.`,
  /** An amount ends with a full stop. */
  dropped: (amount: string) => `The price has been cut by ${amount}`,
  range: (low: string) => `The market range begins at ${low}`,
  /** `tenths`: of ten ads; 0 for fewer than half of one. */
  cuts: (tenths: number, ads: number) =>
    `Of ads like it (time for sale, price against the market, kind of seller) ${tenths === 0 ? 'fewer than 1 in 20' : `about ${tenths} in 10`} came down in price within 14 days, if they stayed that long: counted on at least ${count(ads, 'ad', 'ads')}.`,
  cutsOrEnds: (cut: number, ended: number, ads: number) =>
    `Of ads like it (time for sale, price against the market, kind of seller) ${cut === 0 ? 'fewer than 1 in 20' : `about ${cut} in 10`} came down in price within 14 days, and ${ended === 0 ? 'fewer than 1 in 20' : `about ${ended} in 10`} were gone without coming down first: counted on at least ${count(ads, 'ad', 'ads')}.`,
  toPayTitle: 'To subtract',
  toPay: {
    faults: 'What it costs to repair what the last inspection found.',
    inspection_overdue: 'What the overdue inspection costs, and what it may find.',
    inspection_due: 'What the coming inspection costs, and what it may find.',
    no_inspection: 'What an inspection costs, and what it may find.',
    deregistered: 'What plates cost before it may drive, and an inspection if it needs one.',
    no_plates: 'What inspection and plates cost before it may drive.',
  },
  unknownCost: 'What that costs we do not know: ask a workshop or a testing station.',
  heavy: 'Clear up the points under “Clear up first” before anything else. Until then we suggest no offer.',
};

export const unrated = {
  /** `isDoubted`: the register names another year. */
  range: (year: number, low: string, high: string, isDoubted: boolean) =>
    `Cars like it from ${year}${isDoubted ? ', the ad’s year,' : ''} are usually on sale for between ${low} and ${high}`,
  rangeHow: 'The range holds about eight in ten of their asking prices.',
  roughRange: (year: number, low: string, high: string, isDoubted: boolean) =>
    `Cars like it from ${year}${isDoubted ? ', the ad’s year,' : ''} may be on sale for between ${low} and ${high}`,
  roughHow:
    'This is a rough range of asking prices, worked out for this car’s year and mileage from the few cars that were seen, and no rating.',
  wideHow: 'This is a rough range of asking prices, because similar cars differ so much, and no rating.',
  locked: 'We can give a range of what such cars are on sale for.',
  unlock: 'Unlock',
  seen: (cars: number, seesAll: boolean) =>
    `${cars === 0 ? 'No other car' : count(cars, 'other car', 'other cars')} of the model ${seesAll ? 'to compare it with' : 'that you can see'}`,
  needed: (least: number, isOwnCounted: boolean) =>
    `A rating usually takes ${least} cars of the model${isOwnCounted ? ', this one counted' : ''}; fewer are enough if one is very much like it.`,
  missing: (cars: number) => `${count(cars, 'more', 'more')} to go.`,
  gone: 'no longer for sale',
  otherEngines: (model: string) => `See ${model} with another engine`,
  tellMe: 'Tell me when it can be rated',
  willTell: 'You will be told when it can be rated, because you starred it.',
};
