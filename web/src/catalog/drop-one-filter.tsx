import { useQuery, useQueryClient } from '@tanstack/react-query';
import { foldText } from '#core/catalog/fold-text.ts';
import { queryKeys } from '../api/queries.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import type { Chip } from './filter-chips.tsx';
import { changeListState, type ListState, noFilters, writeListState } from './list-state.ts';
import { carListQuery } from './use-car-list.ts';

type Props = {
  state: ListState;
  chips: Chip[];
  onChange: (change: Partial<ListState>) => void;
};

const mostAsked = 8;
const mostShown = 3;

type Offer = { label: string; total: number; change: Partial<ListState> };

/** What finds cars: a search without the filters or spelt otherwise, or one filter less, largest first. */
export default function DropOneFilter({ state, chips, onChange }: Props) {
  const t = useFilterTexts();
  const client = useQueryClient();
  const ask = (change: Partial<ListState>) => client.fetchQuery(carListQuery(changeListState(state, change)));
  const offerOf = async (change: Partial<ListState>, labelOf: (total: number) => string): Promise<Offer> => {
    const { totalCount: total } = await ask(change);
    return { label: labelOf(total), total, change };
  };
  const withoutOne = () =>
    Promise.all(
      chips
        .slice(0, mostAsked)
        .map((chip) => offerOf(chip.without, (total) => t.empty.dropFilter(chip.label, total))),
    );
  const everywhere = (q: string) => ({ ...noFilters, importId: null, q });
  /** The search alone; where that finds nothing either, a brand that is spelt almost so. */
  const forSearch = async (): Promise<Offer[]> => {
    const { q } = state;
    if (q === '') return [];
    const others = chips.filter(({ id }) => id !== 'q').length;
    const alone = await offerOf(everywhere(q), (total) => t.empty.withoutFilters(others, total));
    // Without its only filter it is among those with one filter less.
    if (alone.total > 0) return others > 1 ? [alone] : [];
    const { brands } = await ask(everywhere(''));
    const meant = withClosestBrand(
      q,
      brands.map(({ name }) => name),
    );
    return meant === null
      ? []
      : [await offerOf(everywhere(meant), (total) => t.empty.didYouMean(meant, total, others > 0))];
  };
  const { data: offers = [] } = useQuery({
    queryKey: [...queryKeys.carLists, 'without', writeListState(state).toString()],
    queryFn: async () => {
      const [search, single] = await Promise.all([forSearch(), withoutOne()]);
      const largest = single.sort((a, b) => b.total - a.total).slice(0, mostShown);
      return [...search, ...largest].filter(({ total }) => total > 0);
    },
  });
  return offers.map(({ label, change }) => (
    <Button key={label} look="primary" onClick={() => onChange(change)}>
      {label}
    </Button>
  ));
}

/** How many letters to change, add or leave out (Levenshtein distance). */
function editsBetween(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries())
      line.push(
        Math.min(before[column + 1]! + 1, line[column]! + 1, before[column]! + (letter === other ? 0 : 1)),
      );
    before = line;
  }
  return before.at(-1)!;
}

/** In a short word two slips make another word. */
const mostEdits = (word: string) => (word.length >= 6 ? 2 : 1);
const leastLetters = 4;

/** The search with its misspelt word replaced by the closest brand ("toyta corolla" → "Toyota corolla"); null if none is close. */
export function withClosestBrand(search: string, brands: readonly string[]): string | null {
  const words = search.trim().split(/\s+/);
  const close = words.flatMap((typed, place) => {
    const word = foldText(typed);
    if (word.length < leastLetters) return [];
    return brands.flatMap((brand) => {
      const edits = editsBetween(word, foldText(brand));
      return edits > 0 && edits <= mostEdits(word) ? [{ place, brand, edits }] : [];
    });
  });
  const [best] = close.sort((a, b) => a.edits - b.edits);
  return best ? words.with(best.place, best.brand).join(' ') : null;
}
