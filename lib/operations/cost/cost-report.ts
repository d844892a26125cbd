import type { Consumption } from './consumption.ts';
import { costOf, type Priced, prices } from './prices.ts';

const amountText = (amount: number) =>
  amount >= 100 ? Math.round(amount).toLocaleString('en') : amount.toPrecision(2);

/** A line for each thing that is paid for, the dearest first, their sum, and one JSON object as the last line. */
export function costReport(consumption: Consumption): string[] {
  const rows = (Object.entries(consumption) as [Priced, number][])
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => ({ name, amount, usd: costOf(name, amount) }))
    .sort((a, b) => b.usd - a.usd);
  const sum = rows.reduce((total, { usd }) => total + usd, 0);
  const lines = rows.map(({ name, amount, usd }) => {
    const { unit, free } = prices[name];
    const ofFree = free > 0 ? `, ${free.toLocaleString('en')} free` : '';
    return `${usd.toFixed(2).padStart(9)}  ${amountText(amount)} ${unit}${ofFree}`;
  });
  const usdByName = Object.fromEntries(rows.map(({ name, usd }) => [name, Number(usd.toFixed(2))]));
  return [
    'US dollars a month',
    ...lines,
    `${sum.toFixed(2).padStart(9)}  in all`,
    JSON.stringify({ usd: Number(sum.toFixed(2)), ...usdByName }),
  ];
}
