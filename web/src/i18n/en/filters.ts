import { usualKmPerYear } from '#core/cars/cost.ts';
import { linkWords, panelWords } from '#core/cars/search-words-en.ts';
import type { MoreLimit } from '#core/catalog/number-filters.ts';
import { groupThousands, kroner } from '#core/shared.ts';
import { count } from '../format.ts';

/** Something of each limit of the panel. */
export type ByLimit<T> = Readonly<Record<MoreLimit, T>>;

export { linkWords };

export const panel = {
  ...panelWords,
  min: 'Min',
  max: 'Max',
  minLabel: 'Lowest price in kroner',
  maxLabel: 'Highest price in kroner',
  histogram: 'How many cars there are at each price',
  brand: 'Brand',
  allBrands: (total: number) => `All ${total} brands`,
  fewerBrands: 'Fewer brands',
  premium: 'Premium',
  year: 'Year',
  minYear: 'First year',
  maxYear: 'Last year',
  mileage: 'Mileage',
  maxMileage: 'Highest mileage',
  place: 'Near',
  town: 'Town',
  townExample: 'Town, e.g. Odense',
  townUnknown: 'We do not know this town.',
  radius: 'How far away',
  withinKm: (km: string) => `within ${km} km`,
  anyDistance: 'any distance',
  distanceHint: 'Distances are in a straight line; sort by them above the list.',
  model: 'Model',
  allModels: (total: number) => `All ${total} models`,
  fewerModels: 'Fewer models',
  source: 'Marketplace',
  body: 'Body',
  color: 'Colour',
  equipment: 'Equipment',
  limitTitles: {
    minHorsepower: 'Power',
    maxRunningDkk: 'Tax and energy a month',
    minRangeKm: 'Electric range',
    minBatteryKwh: 'Battery',
  } satisfies ByLimit<string>,
  limitLabels: {
    minHorsepower: 'Lowest power',
    maxRunningDkk: 'Highest tax and energy a month',
    minRangeKm: 'Lowest electric range',
    minBatteryKwh: 'Smallest battery',
  } satisfies ByLimit<string>,
  limitSteps: {
    minHorsepower: panelWords.limits.minHorsepower,
    maxRunningDkk: (dkk: number) => `up to ${kroner(dkk)}`,
    minRangeKm: (km: number) => `at least ${km} km`,
    minBatteryKwh: (kwh: number) => `at least ${kwh} kWh`,
  } satisfies ByLimit<(value: number) => string>,
  limitHints: {
    maxRunningDkk: `At ${groupThousands(usualKmPerYear)} km a year and average prices of fuel and power. Loss of value, insurance and repairs come on top.`,
    minRangeKm:
      'What the ad says, or the longest of the variant when new (WLTP). Cars whose range is not known are left out.',
    minBatteryKwh:
      'What the ad says, or the variant’s when new. Cars whose battery is not known are left out.',
  } satisfies Partial<ByLimit<string>>,
  avoid: 'Words to avoid',
  avoidExample: 'One word, e.g. accident',
  addWord: 'Add',
  dropWord: (word: string) => `Do not leave out “${word}”`,
  wordsFull: 'There is room for no more words.',
  avoidHint: 'Hides cars that have one of these words in the title or anywhere in the description.',
  priceChange: 'Price drop',
  days: 'Days listed',
  more: 'More filters',
  fewer: 'Fewer filters',
  inspection: 'Inspection',
};

/** Texts of an empty list. */
export const empty = {
  emptyFiltered: 'No car matches these filters',
  emptyFilteredText: 'Remove a filter, or widen it.',
  dropFilter: (name: string, total: number) => `Without the filter ${name}: ${count(total, 'car', 'cars')}`,
  withoutFilters: (filters: number, total: number) =>
    `Without the ${filters} filters: ${count(total, 'car', 'cars')}`,
  didYouMean: (search: string, total: number, dropsFilters: boolean) =>
    `Did you mean “${search}”? ${dropsFilters ? 'Without filters: ' : ''}${count(total, 'car', 'cars')}`,
  emptyAll: 'No cars yet',
  emptyAllText: 'Paste a Marketplace search above, and its cars appear here as soon as they are read.',
  emptyDiscovered: 'No discoveries yet',
  emptyDiscoveredText: 'Cars from your own imports appear here. Paste a Marketplace search above.',
  emptyOffText:
    'Press the Bilfund button on a search that you have open, or let the browser extension rate what you look at.',
  toButton: 'The Bilfund button',
  toExtension: 'The browser extension',
  toCheck: 'Value one car',
  emptyStarred: 'No starred cars yet',
  emptyStarredText: 'Press the star on a car to keep it here.',
  emptyList: 'No cars on this list yet',
  emptyListText: 'Open the menu on a car and choose “Add to a list”.',
  emptyHidden: 'No hidden cars',
  emptyHiddenText:
    'Choose “Not this car” in the menu of a car: no list shows it any more, and you are told nothing of it.',
  emptyImport: 'No cars from this import yet',
  emptyImportText: 'They appear here as soon as they are read.',
  endedImport: 'This import has no cars to show',
  endedImportText:
    'The search was empty, or its ads were sold, removed or not for cars. See History for details.',
  endedImportLocked:
    'The search was empty, its ads were sold, removed or not for cars, or they are amazing deals, which are part of Premium. See History for details.',
  browseAll: 'Browse all cars',
};

/** The number of findings on a card. */
export const toCheck = {
  more: (others: number) => `${others} more to check`,
  some: (all: number, important: number) =>
    `${count(all, 'thing', 'things')} to check${important > 0 ? `, ${important} important` : ''}`,
  important: (all: number) => `${count(all, 'important thing', 'important things')} to check`,
};
