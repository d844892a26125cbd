import { count } from '../format.ts';

export const home = {
  title: 'Know what the car is worth before you call.',
  lead: 'Paste a Marketplace search. Bilfund reads every listing, looks the car up where a photo shows its plate, and tells you, in kroner, how far the price is from the market.',
  linkLabel: 'Marketplace search link',
  linkPlaceholder: 'Paste a Marketplace search link',
  rate: 'Rate these cars',
  linkMissing: 'Paste a Marketplace search link here first.',
  signInFirst: 'Log in to import these cars',
  note: 'Free to start. No card needed. The Bilfund button imports cars that Marketplace shows only to people who are logged in.',
  exampleLabel: 'A car of the recorded import below',
  exampleNote:
    'From the recorded import further down. The car is invented, its rating was computed as for any other.',
  dearer: (dearer: number, all: number) =>
    dearer === all
      ? `All ${count(all, 'similar car', 'similar cars')} cost more`
      : `${dearer} of ${count(all, 'similar car', 'similar cars')} cost more`,
  similarCar: 'Similar car: year, mileage, asking price',
  convertedPrice: 'Converted to this car’s year, mileage and other facts',
  wrongTitle: 'How often we are wrong',
  halfWithin: (percent: string) => `Half of our values are within ${percent} of the asking price.`,
  measured: (cars: string, coverage: string) =>
    `Each of ${cars} cars was valued from all the others, and ${coverage} of them were priced within their range.`,
  howWeRate: 'How we rate, and where we are least sure',
  readTitle: 'What we read',
  readAd: 'The ad: price, year, mileage, version, equipment and what the seller writes.',
  readPlate: 'The number plate, where a photo shows it.',
  readRegister:
    'The vehicle register, where the plate is known: variant, tax, inspections and their mileage.',
  readPrices: 'The asking prices of similar cars.',
  unseenTitle: 'What we do not see',
  unseenCondition: 'The condition of the car: nobody of us has seen or driven it.',
  unseenSales: 'What cars were sold for: the prices compared are asking prices.',
  unseenAds:
    'Ads that a marketplace shows only after login, unless you hand them over with the Bilfund button.',
  unseenTruth: 'Whether the seller tells the truth. We say where ad and register disagree.',
  askingPrice: 'asking price',
  marketValue: 'market value',
  belowMarket: 'below market',
  scaleTitle: 'Same scale for every car',
  browse: (total: number) => `See a few of ${count(total, 'car', 'cars')}`,
  howTitle: 'How it works',
  pasteTitle: 'Paste a search',
  pasteText:
    'Copy the link from the search you already use. The ads are listed as soon as they are read, and rated one by one.',
  lookUpTitle: 'We look up the car',
  lookUpText:
    'Where a photo shows the plate, we read it. It gives us variant, equipment, tax and inspections.',
  gapTitle: 'You see the gap',
  gapText:
    'You see how each price compares with those of similar cars; with Premium, also by how many kroner.',
  watchTitle: 'See an import from start to end',
  watchText: 'An example search, recorded while it ran: cars come in, are looked up and get their rating.',
  watch: 'Watch an import',
  watchFailed: 'The recording could not be loaded.',
  costTitle: 'What it costs',
  costLead:
    'Cancel any time. Premium shows every amazing deal and what each car is worth. Prices include VAT.',
  demoTry: 'No link at hand? Try',
  demoOpen: 'Open the demo marketplace',
  welcomeTitle: 'Welcome to Bilfund',
  welcomeText: 'Log in to browse, filter and star cars, and to import searches of your own.',
  firstCars: (shown: number, total: number) =>
    total > shown ? `The newest ${shown} of ${count(total, 'car', 'cars')}` : count(total, 'car', 'cars'),
};
