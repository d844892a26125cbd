import { useState } from 'react';
import { usualKmPerYear } from '#core/cost/usual-km.ts';

/** What a person says of their driving; null where the default, or nothing, serves. DKK. */
export type CostInputs = {
  km: number;
  insurance: number | null;
  inspection: number | null;
  petrol: number | null;
  diesel: number | null;
  electricity: number | null;
};
export type CostInput = keyof CostInputs;

const key = 'bilfund_cost';
export const usualInputs: CostInputs = {
  km: usualKmPerYear,
  ...{ insurance: null, inspection: null, petrol: null, diesel: null, electricity: null },
};
const most: Partial<Record<CostInput, number>> = { km: 100_000, petrol: 99, diesel: 99, electricity: 99 };

/** "15.000", "15,53" or "15.53" as a number; null for what is none, or nobody's. */
export function readFigure(input: CostInput, text: string): number | null {
  const isThousands = /^\d{1,3}([. ]\d{3})+$/.test(text.trim());
  const plain = isThousands ? text.replace(/[. ]/g, '') : text.trim().replace(',', '.');
  const figure = /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  if (!(figure <= (most[input] ?? 200_000))) return null;
  return input === 'km' ? Math.round(figure) : figure;
}

function stored(): CostInputs {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<CostInput, unknown>>;
    const names = Object.keys(usualInputs) as CostInput[];
    const read = names.map((name) => [name, readFigure(name, String(kept[name])) ?? usualInputs[name]]);
    return Object.fromEntries(read) as CostInputs;
  } catch {
    return usualInputs;
  }
}

/** The inputs, kept from car to car on this device. */
export function useCostInputs(): [CostInputs, (input: CostInput, text: string) => void] {
  const [inputs, setInputs] = useState(stored);
  const change = (input: CostInput, text: string) => {
    const next = { ...inputs, [input]: readFigure(input, text) ?? usualInputs[input] };
    setInputs(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage they last as long as the page.
    }
  };
  return [inputs, change];
}
