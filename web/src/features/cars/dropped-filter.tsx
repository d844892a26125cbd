import { useTexts } from '../../i18n/language.tsx';
import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props = { isOn: boolean; onChange: (isOn: boolean) => void };

export function DroppedFilter({ isOn, onChange }: Props) {
  const t = useTexts();
  return (
    <FilterGroup title={t.filters.priceChange}>
      <CheckOption isChecked={isOn} count={null} onToggle={() => onChange(!isOn)}>
        {t.filters.dropped}
      </CheckOption>
    </FilterGroup>
  );
}
