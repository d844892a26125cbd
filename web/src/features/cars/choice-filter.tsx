import { useId } from 'react';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { formatNumber } from '../../i18n/format.ts';
import { FilterGroup } from './filter-group.tsx';

type Props<T extends string> = {
  title: string;
  options: readonly T[];
  labels: Record<T, string>;
  counts: { name: T; count: number }[];
  chosen: T | null;
  onChange: (chosen: T | null) => void;
};

/** One of a few, or any. The counts say what each would leave. */
export function ChoiceFilter<T extends string>(props: Props<T>) {
  const { title, options, labels, counts, chosen, onChange } = props;
  const t = useFilterTexts();
  const group = useId();
  const radio = (value: T | null, label: string, count: number | null) => (
    <label key={label} className="flex h-11 cursor-pointer items-center gap-2.5 text-control md:h-9">
      <input
        type="radio"
        name={group}
        checked={chosen === value}
        onChange={() => onChange(value)}
        className="size-5 flex-none appearance-none rounded-full border border-field bg-surface checked:border-[6px] checked:border-accent"
      />
      <span className="min-w-0 truncate">{label}</span>
      {count !== null && <span className="ml-auto text-meta text-ink-3">{formatNumber(count)}</span>}
    </label>
  );
  return (
    <FilterGroup title={title}>
      {radio(null, t.filters.any, null)}
      {options.map((option) =>
        radio(option, labels[option], counts.find(({ name }) => name === option)?.count ?? 0),
      )}
    </FilterGroup>
  );
}
