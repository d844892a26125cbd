import type { WireCar } from '#core/contract/routes/cars.ts';
import type { PriceLineData } from '../../ui/price-line.tsx';

type Priced = Pick<WireCar, 'price' | 'deal' | 'valuation_low' | 'valuation_avg' | 'valuation_high'>;

/** A market value is an estimate: whatever is shown of one is shown to whole hundreds, as the gap is. */
export const toHundreds = (dkk: number): number => Math.round(dkk / 100) * 100;

/** What the price line needs, or null when this reader may not see it or there is no estimate. */
export function priceLineOf(car: Priced): PriceLineData | null {
  const { price, deal, valuation_low: low, valuation_high: high } = car;
  if (price <= 0 || low === null || high === null || deal === 'no_estimate') return null;
  const avgDkk = car.valuation_avg ?? (low + high) / 2;
  return { priceDkk: price, lowDkk: toHundreds(low), highDkk: toHundreds(high), avgDkk, deal };
}

/** Kroner above (+) or below (−) the market's average, to whole hundreds as ads are written. */
export function gapDkk(line: PriceLineData): number {
  return toHundreds(line.priceDkk - line.avgDkk);
}

/** How prices stand to one, all as they are shown: what looks the same costs the same. */
export function countAround(prices: readonly number[], price: number) {
  const own = toHundreds(price);
  const shown = prices.map(toHundreds);
  return {
    cheaper: shown.filter((other) => other < own).length,
    alike: shown.filter((other) => other === own).length,
    dearer: shown.filter((other) => other > own).length,
  };
}

const longestTitle = 65;

/** Titles end at 65 characters (docs/spec.md 9). */
export function shortenTitle(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle).trimEnd()}…` : title;
}
