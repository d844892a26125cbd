import { colorFamilies, features } from '#core/cars/features.ts';
import { type MoreLimit, moreLimits } from '#core/catalog/number-filters.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { SelectField } from '../ui/fields.tsx';
import { FilterGroup, LimitFilter, NamesFilter, type PanelProps, withOwn } from './filters.tsx';

const steps: Readonly<Record<MoreLimit, readonly number[]>> = {
  minHorsepower: [60, 75, 100, 125, 150, 200, 250, 300, 400],
  maxRunningDkk: [500, 750, 1_000, 1_250, 1_500, 2_000, 2_500],
  minRangeKm: [150, 200, 250, 300, 350, 400, 450, 500, 600],
  minBatteryKwh: [30, 40, 50, 60, 70, 80, 90, 100],
};
const upToDays = [1, 3, 7, 14, 30];
const fromDays = [30, 60, 90];

/** The less common filters. */
export default function MoreFilters(props: PanelProps) {
  const t = useFilterTexts();
  return (
    <>
      {moreLimits.map((name) => {
        const hints: Partial<Record<MoreLimit, string>> = t.filters.limitHints;
        return (
          <LimitFilter
            key={name}
            {...props}
            name={name}
            title={t.filters.limitTitles[name]}
            label={t.filters.limitLabels[name]}
            steps={steps[name]}
            words={t.filters.limitSteps[name]}
          >
            {hints[name] && <p className="mt-2 text-caption text-ink-3">{hints[name]}</p>}
          </LimitFilter>
        );
      })}
      <NamesFilter
        {...props}
        name="colors"
        title={t.filters.color}
        options={colorFamilies}
        labels={t.filters.colors}
      />
      <NamesFilter
        {...props}
        name="features"
        title={t.filters.equipment}
        options={features}
        labels={t.filters.features}
      />
      <DaysFilter {...props} />
    </>
  );
}

/** "u7": at most seven days; "f30": thirty days or longer. */
function DaysFilter({ state, onChange }: PanelProps) {
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
