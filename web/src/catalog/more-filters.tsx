import { usualKmPerYear } from '#core/cars/cost.ts';
import { colorFamilies, features } from '#core/cars/features.ts';
import { formatKroner, formatNumber } from '../i18n/format.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { SelectField } from '../ui/fields.tsx';
import type { FilterProps } from './filter-panel.tsx';
import { FilterGroup, LimitFilter, NamesFilter, withOwn } from './filters.tsx';

type Props = Pick<FilterProps, 'state' | 'facets' | 'onChange'>;

const powerSteps = [60, 75, 100, 125, 150, 200, 250, 300, 400];
const runningSteps = [500, 750, 1_000, 1_250, 1_500, 2_000, 2_500];
const upToDays = [1, 3, 7, 14, 30];
const fromDays = [30, 60, 90];

/** The less common filters. */
export default function MoreFilters({ state, facets, onChange }: Props) {
  const t = useFilterTexts();
  return (
    <>
      <LimitFilter
        title={t.filters.horsepower}
        label={t.filters.minHorsepower}
        limit={state.minHorsepower}
        steps={powerSteps}
        words={(power) => t.filters.from(t.filters.power(power))}
        onChange={(minHorsepower) => onChange({ minHorsepower })}
      />
      <LimitFilter
        title={t.filters.runningCost}
        label={t.filters.maxRunning}
        limit={state.maxRunningDkk}
        steps={runningSteps}
        words={(dkk) => t.filters.upTo(formatKroner(dkk))}
        onChange={(maxRunningDkk) => onChange({ maxRunningDkk })}
      >
        <p className="mt-2 text-caption text-ink-3">{t.filters.runningHint(formatNumber(usualKmPerYear))}</p>
      </LimitFilter>
      <NamesFilter
        title={t.filters.color}
        options={colorFamilies}
        labels={t.filters.colors}
        counts={facets?.colors ?? []}
        chosen={state.colors}
        onChange={(colors) => onChange({ colors })}
      />
      <NamesFilter
        title={t.filters.equipment}
        options={features}
        labels={t.filters.features}
        counts={facets?.features ?? []}
        chosen={state.features}
        onChange={(chosen) => onChange({ features: chosen })}
      />
      <DaysFilter {...{ state, onChange }} />
    </>
  );
}

/** "u7": at most seven days; "f30": thirty days or longer. */
function DaysFilter({ state, onChange }: Omit<Props, 'facets'>) {
  const t = useFilterTexts();
  const { minDays, maxDays } = state;
  const change = (value: string) => {
    const days = value === '' ? null : Number(value.slice(1));
    onChange({ minDays: value.startsWith('f') ? days : null, maxDays: value.startsWith('u') ? days : null });
  };
  return (
    <FilterGroup title={t.filters.days}>
      <SelectField
        label={t.filters.days}
        value={maxDays !== null ? `u${maxDays}` : minDays !== null ? `f${minDays}` : ''}
        options={[
          ['', t.filters.any],
          ...withOwn(upToDays, maxDays).map((days) => [`u${days}`, t.filters.daysUpTo(days)] as const),
          ...withOwn(fromDays, minDays).map((days) => [`f${days}`, t.filters.daysFrom(days)] as const),
        ]}
        onChange={change}
      />
    </FilterGroup>
  );
}
