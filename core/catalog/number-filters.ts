/**
 * The filters that bound one number of a car: their name in addresses, the number, and what may be asked. A car whose number is
 * unknown passes none of them.
 */
export const limits = {
  maxMileageKm: { name: 'maxMileage', of: 'mileageKm', least: 0, most: 2_000_000 },
  minHorsepower: { name: 'minPower', of: 'horsepower', least: 1, most: 2000 },
  /** Tax and energy a month. */
  maxRunningDkk: { name: 'maxRunning', of: 'running', least: 0, most: 20_000 },
  minRangeKm: { name: 'minRange', of: 'rangeKm', least: 1, most: 1000 },
  minBatteryKwh: { name: 'minBattery', of: 'batteryKwh', least: 1, most: 200 },
} as const;
export type LimitName = keyof typeof limits;

export const limitNames = Object.keys(limits) as LimitName[];

/** The limits of a query; null does not filter. */
export type Limits = { [Name in LimitName]: number | null };

export const limitsBy = <T>(read: (name: LimitName) => T): { [Name in LimitName]: T } =>
  Object.fromEntries(limitNames.map((name) => [name, read(name)])) as { [Name in LimitName]: T };

/** The numbers that pass the limits which are set. What is unknown stands as 0 below a least number, and beyond any most. */
export const boundsOf = (query: Limits) =>
  limitNames.flatMap((name) => {
    const value = query[name];
    const { of } = limits[name];
    if (value === null) return [];
    return name.startsWith('min')
      ? [{ of, least: Math.max(1, value), most: Infinity }]
      : [{ of, least: -Infinity, most: value }];
  });

/** The limits that stand among the less common filters. */
export type MoreLimit = Exclude<LimitName, 'maxMileageKm'>;
export const moreLimits = limitNames.filter((name): name is MoreLimit => name !== 'maxMileageKm');

/** The price slider's scale (docs/spec.md 5): 50 steps of 2,000 DKK, then 50 of 18,000. */
export const priceSteps = 100;
const half = 50;
const lowStepDkk = 2_000;
const highStepDkk = 18_000;
const lowEndDkk = half * lowStepDkk;

/** Price at a slider position 0–100; above 100,000 rounded to the nearest 10,000. */
export function priceAt(position: number): number {
  if (position <= half) return Math.round(position * lowStepDkk);
  return Math.round((lowEndDkk + (position - half) * highStepDkk) / 10_000) * 10_000;
}

/** Slider position 0–100 of a price. */
function positionOf(priceDkk: number): number {
  if (priceDkk <= lowEndDkk) return Math.max(0, priceDkk / lowStepDkk);
  return Math.min(priceSteps, half + (priceDkk - lowEndDkk) / highStepDkk);
}

/** How many kroner a step of the slider is wide: 0–99. */
export const stepWidthDkk = (step: number): number => (step < half ? lowStepDkk : highStepDkk);

export const nearestPosition = (priceDkk: number): number => Math.round(positionOf(priceDkk));

/** The histogram's bar of a price, 0–99. */
export function priceStepOf(priceDkk: number): number {
  return Math.min(priceSteps - 1, Math.floor(positionOf(priceDkk)));
}
