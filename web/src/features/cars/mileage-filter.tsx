import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { formatMileage } from '../../i18n/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { FilterGroup } from './filter-group.tsx';
import { withOwn } from './with-own.ts';

const stepsKm = [10_000, 25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 200_000, 250_000, 300_000];

type Props = { maxKm: number | null; onChange: (maxKm: number | null) => void };

export function MileageFilter({ maxKm, onChange }: Props) {
  const t = useFilterTexts();
  return (
    <FilterGroup title={t.filters.mileage}>
      <SelectField
        label={t.filters.maxMileage}
        value={String(maxKm ?? '')}
        onChange={(text) => onChange(text === '' ? null : Number(text))}
      >
        <option value="">{t.filters.any}</option>
        {withOwn(stepsKm, maxKm).map((km) => (
          <option key={km} value={km}>
            {t.filters.upTo(formatMileage(km))}
          </option>
        ))}
      </SelectField>
    </FilterGroup>
  );
}
