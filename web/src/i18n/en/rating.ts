import { sentence } from '#core/shared.ts';
import { count } from '../format.ts';

export const howWeRate = {
  title: 'How we rate',
  lead: 'We compare the price in the ad with the prices of similar cars. These are asking prices. Cars often sell for less, and sale prices are not published.',
  valueTitle: 'Market value and range',
  value:
    'The cars we have seen tell us what make, model, variant, age, mileage, power and equipment are worth. The market value is the middle price of such a car, kept near to the middle of the similar cars shown beside it; of ten cars like it, about eight are priced within the range. The condition of a car is not judged.',
  dealsTitle: 'Amazing, fair or poor',
  amazing: (percent: number) =>
    `Amazing: priced under ${percent} % of the market value and below its range, and at least five similar cars bear it out: for at least half of them the price had to be raised by no more than a half or lowered by no more than a third, at least seven in ten cost more, their middle is undercut by as much, and at most a quarter of the gap is left unexplained. Where too few are of the model, others of its make count, and the price must be lower still: as with cars that are imported, or without plates or a valid inspection. No car is amazing by the value alone that comes with the register’s data, nor where the register has something that may be why it is cheap, such as debt.`,
  poor: (percent: number) =>
    `Poor: priced over ${percent} % of the market value, and above the top of the range. Where the ad says little about version and equipment, it must be high for a well-equipped car too.`,
  fair: 'Fair: everything between. A car’s rating stays, with its value, until that value lies outside the new range and has moved by more than a tenth, or until price, facts or register have changed.',
  noEstimate:
    'No estimate: the ad says too little, it is no ordinary sale, or cars like it are priced too differently. The car’s page gives the reason.',
  figuresTitle: 'How often we are wrong',
  figures: (cars: number, error: string, coverage: string) =>
    `Each of ${count(cars, 'car', 'cars')} was valued from all the others. Half of the values were within ${error} of the asking price, and ${coverage} of the cars were priced within their range.`,
  fitted: (date: string) => `Measured on ${date}.`,
  lent: 'This site has few cars of its own, so prices of another market or an earlier day help out. As long as no car here bears it out, nothing is called amazing.',
  worst: (names: string) =>
    `${sentence(`We are least accurate with ${names}`)} Check these carefully yourself.`,
  and: 'and',
  worstAge: (band: string) => `cars of ${band}`,
  worstPrice: (band: string) => `cars priced at ${band}`,
  none: (missing: number) =>
    `Nothing is measured yet. ${count(missing, 'more car', 'more cars')} and rating begins.`,
  noneYet: 'Nothing is measured yet. That is done every hour.',
  failed: 'The figures could not be loaded. Try again later.',
  group: { make: 'By make', age: 'By age', price: 'By asking price' },
  cars: 'Cars',
  error: 'Half within',
  coverage: 'In the range',
  worstMark: 'worst',
  ages: (from: number, to: number | null) =>
    to === null ? `${from} years and older` : `${from} to ${to} years`,
  priceTo: (to: string) => `up to ${to}`,
  prices: (from: string, to: string | null) => (to === null ? `${from} and more` : `${from} to ${to}`),
};
