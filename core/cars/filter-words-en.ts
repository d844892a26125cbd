import { englishFuels } from './car-words-en.ts';

export const deals = {
  amazing: 'Amazing',
  fair: 'Fair',
  poor: 'Poor',
  no_estimate: 'No estimate',
};

/** Labels of the filters, used in the app and in names of searches. */
export const filterWords = {
  from: (price: string) => `from ${price}`,
  upTo: (price: string) => `up to ${price}`,
  near: (town: string, km: string) => `within ${km} km of ${town}`,
  fuels: englishFuels,
  gearboxes: { automatic: 'Automatic', manual: 'Manual' },
  sellers: { private: 'Private', dealer: 'Dealer' },
  inspectionValid: 'Valid inspection',
  search: (text: string) => `“${text}”`,
};
export type FilterWords = typeof filterWords;
