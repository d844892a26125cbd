import type { CarListWire, WireCar } from '#core/contract/routes/cars.ts';
import { gapDkk, priceLineOf } from '../market-gap.ts';

export type FirstLookFacts = {
  /** The import's cars that are open to this reader. */
  total: number;
  /** Those that ask less than the market; null for who sees no estimates. */
  belowMarket: number | null;
  /** Those with a fair price, which every reader is told. */
  fair: number;
  /** The cars to open first. */
  picks: WireCar[];
};

const mostPicks = 3;

const gapOf = (car: WireCar): number | null => {
  const line = priceLineOf(car);
  return line && gapDkk(line);
};
const isForSale = ({ availability }: WireCar) => availability === 'live' || availability === 'pending';

/** Without weighty findings before with them, then by what speaks for the price, then by how little there is to check. */
const byWorth = (worthOf: (car: WireCar) => number) => (a: WireCar, b: WireCar) =>
  Number(a.findings.heavy > 0) - Number(b.findings.heavy > 0) ||
  worthOf(b) - worthOf(a) ||
  a.findings.count - b.findings.count;

/**
 * What of an import is worth a look first, from what its list tells this reader and nothing else (decision 59): with
 * estimates what asks least beside the market, without them fair prices that came down.
 */
export function worthALook(listed: CarListWire['cars'], seesEstimates: boolean): FirstLookFacts {
  const cars = listed.filter((car) => !car.locked);
  const fair = cars.filter(({ deal }) => deal === 'fair');
  const below = cars.filter((car) => (gapOf(car) ?? 0) < 0);
  const best = seesEstimates
    ? below.filter(isForSale).sort(byWorth((car) => -(gapOf(car) ?? 0)))
    : fair.filter(isForSale).sort(byWorth((car) => car.price_drop?.amount ?? 0));
  return {
    total: cars.length,
    belowMarket: seesEstimates ? below.length : null,
    fair: fair.length,
    picks: best.slice(0, mostPicks),
  };
}
