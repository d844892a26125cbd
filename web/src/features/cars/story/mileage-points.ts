import type { WireTold } from '#core/contract/routes/cars.ts';

/** One reading of the odometer, or the ad's claim (`source` null), with its day "YYYY-MM-DD". */
export type MileagePoint = {
  date: string;
  km: number;
  source: WireTold['story']['events'][number]['source'] | null;
};

/** Every dated reading, oldest first, and last the ad's claim on the day of our last visit. */
export function mileagePoints(car: WireTold): MileagePoint[] {
  const readings = car.story.events.flatMap(({ date, mileage, source }) =>
    date !== null && mileage !== null ? [{ date, km: mileage, source }] : [],
  );
  if (typeof car.mileage !== 'number') return readings;
  return [...readings, { date: car.scraped_time.slice(0, 10), km: car.mileage, source: null }];
}
