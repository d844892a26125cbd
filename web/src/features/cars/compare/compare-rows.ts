import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { BrowseTexts } from '../../../i18n/browse-texts.ts';
import { formatKroner, formatMileage, formatNumber } from '../../../i18n/format.ts';
import { gapWords } from '../gap-text.tsx';
import { toHundreds } from '../market-gap.ts';
import { priceText } from '../price-text.ts';

export type CompareRow = {
  name: string;
  /** One per car, in the cars' order; "-" where nothing is known. */
  values: string[];
  /** Whether the cars differ in it. */
  differs: boolean;
  /** Which cars are best at it; none when it is no contest or all are alike. */
  best: number[];
};

type Fact = {
  name: string;
  write: (car: WireCarDetail) => string;
  /** Higher is better; null is unknown and neither best nor worst. */
  score?: (car: WireCarDetail) => number | null;
};

const unknown = '-';
const lower = (value: number | null) => (value === null || value <= 0 ? null : -value);

/** Kilometres; a masked "187xxx" counts in thousands. */
export function mileageKm(mileage: WireCarDetail['mileage']): number | null {
  if (typeof mileage === 'number') return mileage;
  const masked = /^(\d+)\.?x+$/i.exec(mileage ?? '');
  return masked ? Number(masked[1]) * 1_000 : null;
}

function factsOf(t: BrowseTexts, date: (day: string | null) => string): Fact[] {
  const text = (value: string | number | null) => (value === null || value === '' ? unknown : String(value));
  const unit = (value: number | null, write: (value: number) => string) =>
    value === null ? unknown : write(value);
  const day = (value: string | null) => (value ? date(value) : unknown);
  return [
    { name: t.filters.price, write: (car) => priceText(car, t), score: (car) => lower(car.price) },
    { name: t.compare.gap, write: (car) => gapWords(car, t), score: gapScore },
    { name: t.filters.deal, write: (car) => t.deals[car.deal] },
    {
      name: t.car.marketValue,
      write: ({ valuation_low: low, valuation_high: high }) =>
        low === null || high === null
          ? unknown
          : `${formatNumber(toHundreds(low))}–${formatKroner(toHundreds(high))}`,
    },
    { name: t.car.year, write: (car) => text(car.year), score: (car) => car.year },
    {
      name: t.car.mileage,
      write: (car) => formatMileage(car.mileage),
      score: (car) => lower(mileageKm(car.mileage)),
    },
    { name: t.filters.fuel, write: (car) => (car.fuel ? t.filters.fuels[car.fuel] : unknown) },
    { name: t.filters.gearbox, write: (car) => (car.gearbox ? t.filters.gearboxes[car.gearbox] : unknown) },
    {
      name: t.car.horsepower,
      write: (car) => unit(car.motor_hestekraefter, (power) => t.car.horsepowerValue(formatNumber(power))),
    },
    {
      name: t.car.fuelEconomy,
      write: (car) => unit(car.motor_km_per_liter, (km) => t.car.kmPerLitre(formatNumber(km))),
      score: (car) => car.motor_km_per_liter,
    },
    {
      name: t.car.taxes,
      write: (car) => unit(car.afgifter, formatKroner),
      score: (car) => lower(car.afgifter),
    },
    {
      name: t.car.previousOwners,
      write: (car) => text(car.previous_owners),
      score: (car) => lower(car.previous_owners),
    },
    { name: t.car.lastInspection, write: (car) => day(car.sidste_syn) },
    {
      name: t.car.nextInspection,
      write: (car) => day(car.naeste_syn),
      score: (car) => (car.naeste_syn ? Date.parse(car.naeste_syn) : null),
    },
    {
      name: t.filters.seller,
      write: (car) => (car.seller_type ? t.filters.sellers[car.seller_type] : unknown),
    },
    { name: t.car.city, write: (car) => text(car.city) },
  ];
}

/** Kroner below the market's average. */
function gapScore({ price, deal, valuation_avg: average }: WireCarDetail): number | null {
  return average === null || price <= 0 || deal === 'no_estimate' ? null : average - price;
}

/** The best of at least two known scores that are not all alike. */
export function bestOf(scores: (number | null)[]): number[] {
  const known = scores.filter((score) => score !== null);
  if (known.length < 2 || new Set(known).size < 2) return [];
  const top = Math.max(...known);
  return scores.flatMap((score, place) => (score === top ? [place] : []));
}

/** Every fact that at least one of the cars has. */
export function compareRows(
  cars: readonly WireCarDetail[],
  t: BrowseTexts,
  date: (day: string | null) => string,
): CompareRow[] {
  return factsOf(t, date)
    .map(({ name, write, score }) => {
      const values = cars.map(write);
      const best = score ? bestOf(cars.map(score)) : [];
      return { name, values, differs: new Set(values).size > 1, best };
    })
    .filter(({ values }) => values.some((value) => value !== unknown));
}
