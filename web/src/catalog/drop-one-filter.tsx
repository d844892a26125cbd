import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { button } from '../ui/button.ts';
import type { Chip } from './filter-chips.tsx';
import { changeListState, type ListState, writeListState } from './list-state.ts';
import { carListQuery } from './use-car-list.ts';

type Props = {
  state: ListState;
  chips: Chip[];
  label: (name: string, total: number) => string;
  onChange: (change: Partial<ListState>) => void;
};

const mostAsked = 8;
const mostShown = 3;

/** For each active filter, the number of cars without it, largest first. */
export default function DropOneFilter({ state, chips, label, onChange }: Props) {
  const client = useQueryClient();
  const { data: helpful = [] } = useQuery({
    queryKey: [...queryKeys.carLists, 'without', writeListState(state).toString()],
    queryFn: async () => {
      const counted = chips.slice(0, mostAsked).map(async (chip) => {
        const without = carListQuery(changeListState(state, chip.without));
        const { totalCount } = await client.fetchQuery(without);
        return { id: chip.id, totalCount };
      });
      const found = (await Promise.all(counted)).filter(({ totalCount }) => totalCount > 0);
      return found.sort((a, b) => b.totalCount - a.totalCount).slice(0, mostShown);
    },
  });
  return helpful.map(({ id, totalCount }) => {
    const chip = chips.find((each) => each.id === id);
    return (
      chip && (
        <button key={id} type="button" className={button.primary} onClick={() => onChange(chip.without)}>
          {label(chip.label, totalCount)}
        </button>
      )
    );
  });
}
