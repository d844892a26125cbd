import type { WireCar } from '#core/contract/routes/cars.ts';
import type { PriceLineData } from '../../ui/price-line.tsx';

type Priced = Pick<WireCar, 'price' | 'deal' | 'valuation_low' | 'valuation_avg' | 'valuation_high'>;

/** What the price line needs, or null when this reader may not see it or there is no estimate. */
export function priceLineOf(car: Priced): PriceLineData | null {
  const { price, deal, valuation_low: lowDkk, valuation_high: highDkk } = car;
  if (price <= 0 || lowDkk === null || highDkk === null || deal === 'no_estimate') return null;
  return { priceDkk: price, lowDkk, highDkk, avgDkk: car.valuation_avg ?? (lowDkk + highDkk) / 2, deal };
}

/** Kroner above (+) or below (−) the market's average, to whole hundreds as ads are written. */
export function gapDkk(line: PriceLineData): number {
  return toHundreds(line.priceDkk - line.avgDkk);
}

/** A market value is an estimate: shown to whole hundreds, as the gap is. */
export const toHundreds = (dkk: number): number => Math.round(dkk / 100) * 100;

const longestTitle = 65;

/** Titles end at 65 characters (docs/spec.md 9). */
export function shortenTitle(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle).trimEnd()}…` : title;
}
