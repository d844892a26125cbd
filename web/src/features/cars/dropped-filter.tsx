import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props = { isOn: boolean; onChange: (isOn: boolean) => void };

export function DroppedFilter({ isOn, onChange }: Props) {
  const t = useFilterTexts();
  return (
    <FilterGroup title={t.filters.priceChange}>
      <CheckOption isChecked={isOn} count={null} onToggle={() => onChange(!isOn)}>
        {t.filters.dropped}
      </CheckOption>
    </FilterGroup>
  );
}
