import type { CarListWire } from '#core/contract/routes/cars.ts';
import { type Fuel, fuels } from '#core/marketplace/ad/listing.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props = { counts: CarListWire['fuels']; chosen: Fuel[]; onChange: (fuels: Fuel[]) => void };

/** The fuels there are cars of; a chosen one stays even when the other filters leave none of it. */
export function FuelFilter({ counts, chosen, onChange }: Props) {
  const t = useTexts();
  const countOf = (fuel: Fuel) => counts.find(({ name }) => name === fuel)?.count ?? 0;
  const shown = fuels.filter((fuel) => countOf(fuel) > 0 || chosen.includes(fuel));
  if (shown.length === 0) return null;
  return (
    <FilterGroup title={t.filters.fuel}>
      {shown.map((fuel) => (
        <CheckOption
          key={fuel}
          isChecked={chosen.includes(fuel)}
          count={formatNumber(countOf(fuel))}
          onToggle={() =>
            onChange(chosen.includes(fuel) ? chosen.filter((other) => other !== fuel) : [...chosen, fuel])
          }
        >
          {t.filters.fuels[fuel]}
        </CheckOption>
      ))}
    </FilterGroup>
  );
}
