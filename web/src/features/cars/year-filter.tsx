import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { FilterGroup } from './filter-group.tsx';
import { NumberField } from './number-field.tsx';
import { readYear } from './typed-bounds.ts';

type Props = {
  min: number | null;
  max: number | null;
  onChange: (min: number | null, max: number | null) => void;
};

/** Bounds typed the wrong way round change places. */
export function YearFilter({ min, max, onChange }: Props) {
  const t = useFilterTexts();
  const change = (low: number | null, high: number | null) =>
    low !== null && high !== null && low > high ? onChange(high, low) : onChange(low, high);
  return (
    <FilterGroup title={t.filters.year}>
      <div className="flex items-center gap-2">
        <NumberField
          label={t.filters.min}
          name={t.filters.minYear}
          text={min === null ? '' : String(min)}
          onCommit={(text) => change(readYear(text), max)}
        />
        <span className="text-ink-3">–</span>
        <NumberField
          label={t.filters.max}
          name={t.filters.maxYear}
          text={max === null ? '' : String(max)}
          onCommit={(text) => change(min, readYear(text))}
        />
      </div>
    </FilterGroup>
  );
}
