import type { ClientResponse } from '#core/contract/route.ts';
import type { serviceRoutes } from '#core/contract/routes/service.ts';
import { ageStarts, priceStarts } from '#core/valuation/figure-bands.ts';
import type { howWeRate } from '../../i18n/en/rating.ts';
import { formatKroner } from '../../i18n/format.ts';

export type RatingFigures = ClientResponse<(typeof serviceRoutes)['GET /api/rating-figures']>;
export type FigureRow = RatingFigures['rows'][number];
type Words = typeof howWeRate;

export const figureGroups = ['make', 'age', 'price'] as const;

const nextStart = (starts: readonly number[], name: string) =>
  starts[starts.indexOf(Number(name)) + 1] ?? null;

/** A make, or the band of ages or prices that a row is about. */
export function nameOf({ group, name }: FigureRow, words: Words): string {
  if (group === 'make')
    return /^\p{Ll}/u.test(name) ? name.replace(/^./u, (first) => first.toUpperCase()) : name;
  const next = nextStart(group === 'age' ? ageStarts : priceStarts, name);
  if (group === 'age') return words.ages(Number(name), next === null ? null : next - 1);
  const to = next === null ? null : formatKroner(next);
  return name === '0' && to ? words.priceTo(to) : words.prices(formatKroner(Number(name)), to);
}

/** The rows of a group: makes by how many cars there are, bands from below. */
export function rowsOf(rows: readonly FigureRow[], group: FigureRow['group']): FigureRow[] {
  const own = rows.filter((row) => row.group === group);
  if (group !== 'make') return own.sort((one, other) => Number(one.name) - Number(other.name));
  return own.sort((one, other) => other.cars - one.cars);
}

/** The row with the largest error; null where all are alike or there is one alone. */
export function worstOf(rows: readonly FigureRow[]): FigureRow | null {
  const [worst, next] = rows.toSorted((one, other) => other.error - one.error);
  return worst && next && worst.error > next.error ? worst : null;
}

/** What the valuation is least sure of, in words: one of each group. */
export function worstNames(rows: readonly FigureRow[], words: Words): string | null {
  const names = figureGroups.flatMap((group) => {
    const worst = worstOf(rowsOf(rows, group));
    if (!worst) return [];
    const name = nameOf(worst, words);
    return { make: name, age: words.worstAge(name), price: words.worstPrice(name) }[group];
  });
  const last = names.pop();
  if (last === undefined) return null;
  return names.length > 0 ? `${names.join(', ')} ${words.and} ${last}` : last;
}
