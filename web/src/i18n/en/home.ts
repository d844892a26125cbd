import { count } from '../format.ts';

export const home = {
  title: 'Know what the car is worth before you call.',
  lead: 'Paste a Marketplace search. Bilfund reads every listing, looks the car up where a photo shows its plate, and tells you, in kroner, how far the price is from the market.',
  linkLabel: 'Marketplace search link',
  linkPlaceholder: 'Paste a Marketplace search link',
  rate: 'Rate these cars',
  linkMissing: 'Paste a Marketplace search link here first.',
  signInFirst: 'Sign in to import these cars',
  note: 'Free to start. No card needed. The Bilfund button imports cars that Marketplace shows only to people who are logged in.',
  exampleLabel: 'An example, drawn for this page',
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
  demoTitle: 'Try it with the demo marketplace',
  demoText:
    'Bilfund comes with a marketplace of its own. The cars are invented; everything else works for real.',
  demoOpen: 'Open the demo marketplace',
  demoUse: 'Use this link',
  welcomeTitle: 'Welcome to Bilfund',
  welcomeText: 'Sign in to browse, filter and star cars, and to import searches of your own.',
  openCars: 'A few of the cars',
};
