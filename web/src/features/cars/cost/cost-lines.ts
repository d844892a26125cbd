import type { WireCost } from '#core/contract/routes/car-cost.ts';
import type { CostInputs } from './cost-memory.ts';

export const costKinds = ['tax', 'energy', 'loss', 'insurance', 'inspection'] as const;
/** `threeYears` in DKK, null where it is not known. */
export type CostLine = { kind: (typeof costKinds)[number]; threeYears: number | null };

const years = 3;
const yearsLater = (day: string, count: number) => `${Number(day.slice(0, 4)) + count}${day.slice(4)}`;

/** How often the car is inspected within three years: by the day it is due, every second year from then on. */
export function inspectionsAhead(next: string | null, today: string): number | null {
  if (next === null) return null;
  const end = yearsLater(today, years);
  // One that is overdue is made before the car is driven, and the count begins anew.
  const first = next < today ? today : next;
  let count = 0;
  for (let day = first; day <= end; day = yearsLater(day, 2)) count++;
  return count;
}

/** A litre's or kilowatt-hour's price: the person's own, else the observed one. */
export function energyPrice(cost: WireCost, inputs: CostInputs): { price: number; isOwn: boolean } | null {
  if (!cost.energy) return null;
  const { kind } = cost.energy;
  const own = inputs[kind];
  return { price: own ?? cost.prices[kind], isOwn: own !== null };
}

const times = (figure: number | null | undefined, factor: number | null | undefined) =>
  figure === null || figure === undefined || factor === null || factor === undefined ? null : figure * factor;

export function costLines(cost: WireCost, inputs: CostInputs, today: string): CostLine[] {
  const per100Km = times(cost.energy?.per_100_km, energyPrice(cost, inputs)?.price);
  const last = cost.loss?.values.at(-1);
  const sums: Record<CostLine['kind'], number | null> = {
    tax: times(cost.tax?.half_year, 2 * years),
    energy: times(per100Km, (inputs.km / 100) * years),
    // From what is paid for it; what may be worth more then costs nothing.
    loss: cost.loss && last ? Math.max(0, cost.loss.price - last.average) : null,
    insurance: times(inputs.insurance, years),
    inspection: times(inputs.inspection, inspectionsAhead(cost.next_inspection, today)),
  };
  return costKinds.map((kind) => {
    const sum = sums[kind];
    // Whole kroner, so that the lines add up to the sum below them.
    return { kind, threeYears: sum === null ? null : Math.round(sum) };
  });
}
