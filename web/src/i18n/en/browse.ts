import { count } from '../format.ts';

export const compare = {
  nothingFound: 'Nothing found where we asked',
  tray: 'Cars to compare',
  chosen: (total: number) => count(total, 'car to compare', 'cars to compare'),
  oneMore: 'Choose one more car to compare.',
  open: (total: number) => `Compare ${count(total, 'car', 'cars')}`,
  takeOut: (title: string) => `Remove ${title} from the comparison`,
  clear: 'Clear',
  cleared: 'The comparison is cleared',
  title: 'Compare cars',
  onlyDifferences: 'Only the differences',
  fact: 'Fact',
  gap: 'Against the market',
  cost: 'Costs a month',
  atLeast: (amount: string) => `at least ${amount}`,
  drop: 'Last price cut',
  dropOn: (amount: string, date: string) => `${amount} on ${date}`,
  distance: 'Distance',
  differIn: (facts: string) => `The cars differ in: ${facts}`,
  best: 'best',
  missing: 'This car can no longer be shown.',
  noDifferences: 'These cars do not differ in anything we know.',
};

export const keys = {
  title: 'Keyboard',
  search: 'Search',
  next: 'Next car',
  previous: 'Previous car',
  star: 'Star the car, or remove the star',
  enter: 'Open the car',
  list: 'Add the car to a list',
  compare: 'Compare the car',
  help: 'Show this help',
  photos: 'Previous or next photo (full screen)',
  escape: 'Close what is open',
};
