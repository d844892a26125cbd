import { count } from '../format.ts';

export const unrated = {
  title: 'What is known of cars like it',
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
