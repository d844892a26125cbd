import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/press.tsx';
import { withClosestBrand } from './closest-brand.ts';
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
