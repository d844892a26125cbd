import { useQueries } from '@tanstack/react-query';
import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import type { Chip } from './chips.ts';
import { changeListState, type ListState } from './list-state.ts';
import { carListQuery } from './use-car-list.ts';

type Props = { state: ListState; chips: Chip[]; onChange: (change: Partial<ListState>) => void };

const mostAsked = 8;
const mostShown = 3;

/** Which single filter stands in the way: each with the cars there would be without it, the most first. */
export default function DropOneFilter({ state, chips, onChange }: Props) {
  const t = useTexts();
  const asked = chips.slice(0, mostAsked);
  const answers = useQueries({
    queries: asked.map((chip) => carListQuery(changeListState(state, chip.without))),
  });
  const helpful = asked
    .map((chip, place) => ({ chip, count: answers[place]?.data?.totalCount ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostShown);
  return helpful.map(({ chip, count }) => (
    <button key={chip.id} type="button" className={button.primary} onClick={() => onChange(chip.without)}>
      {t.list.dropFilter(chip.label, count)}
    </button>
  ));
}
