import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props = { title: string; label: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** A filter of one box: on, or any car. */
export function YesFilter({ title, label, isOn, onChange }: Props) {
  return (
    <FilterGroup title={title}>
      <CheckOption isChecked={isOn} count={null} onToggle={() => onChange(!isOn)}>
        {label}
      </CheckOption>
    </FilterGroup>
  );
}
