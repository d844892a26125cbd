import { formatNumber } from '../../i18n/format.ts';
import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props<T extends string> = {
  title: string;
  options: readonly T[];
  labels: Readonly<Record<T, string>>;
  counts: readonly { name: T; count: number }[];
  chosen: T[];
  onChange: (chosen: T[]) => void;
};

/** Any of some names: those that there are cars of; a chosen one stays even when the other filters leave none of it. */
export function NamesFilter<T extends string>({
  title,
  options,
  labels,
  counts,
  chosen,
  onChange,
}: Props<T>) {
  const countOf = (option: T) => counts.find(({ name }) => name === option)?.count ?? 0;
  const shown = options.filter((option) => countOf(option) > 0 || chosen.includes(option));
  if (shown.length === 0) return null;
  return (
    <FilterGroup title={title}>
      {shown.map((option) => (
        <CheckOption
          key={option}
          isChecked={chosen.includes(option)}
          count={formatNumber(countOf(option))}
          onToggle={() =>
            onChange(
              chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option],
            )
          }
        >
          {labels[option]}
        </CheckOption>
      ))}
    </FilterGroup>
  );
}
