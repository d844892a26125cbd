import { lazy, memo, Suspense, useState } from 'react';
import { bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds, marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { useCarActions } from '../cars/use-marks.ts';
import { formatMileage } from '../i18n/format.ts';
import { asDefault } from '../i18n/language.tsx';
import { useFilterTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button } from '../ui/button.tsx';
import {
  BrandFilter,
  ChoiceFilter,
  DealFilter,
  FilterGroup,
  LimitFilter,
  ModelFilter,
  NamesFilter,
  type PanelProps,
  PlaceFilter,
  YesFilter,
} from './filters.tsx';
import { hasMoreFilters, writeFilters } from './list-state.ts';
import { PriceFilter, YearFilter } from './number-filters.tsx';

const mileageSteps = [
  ...[10_000, 25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 200_000, 250_000, 300_000],
];

const MoreFilters = lazy(() => import('./more-filters.tsx'));
const WordsField = lazy(asDefault(async () => (await import('./words-field.tsx')).WordsField));

export type FilterProps = PanelProps & {
  hasPremium: boolean;
  onReset: () => void;
  onUpgrade: OpenUpgrade;
  /** Omits heading and reset button: the dialog on small screens has its own. */
  hasHeading?: boolean;
};

/** Memoised: changes of page, order or layout do not re-render the panel. */
const isSame = (before: FilterProps, after: FilterProps): boolean =>
  (Object.keys(after) as (keyof FilterProps)[]).every(
    (name) => name === 'state' || before[name] === after[name],
  ) && JSON.stringify(writeFilters(before.state)) === JSON.stringify(writeFilters(after.state));

/** All filters with the number of cars of each choice. */
export default memo(function FilterPanel(props: FilterProps) {
  const t = useFilterTexts();
  const actions = useCarActions();
  const { state, facets, onChange, hasHeading = true } = props;
  const own = { state, facets, onChange };
  return (
    <div>
      {hasHeading && (
        <div className="flex h-10 items-center justify-between">
          <h2 className="text-h3">{t.filters.title}</h2>
          <Button look="quiet" onClick={props.onReset}>
            {t.filters.reset}
          </Button>
        </div>
      )}
      <PriceFilter
        minDkk={state.minPriceDkk}
        maxDkk={state.maxPriceDkk}
        histogram={facets?.priceHistogram ?? []}
        onChange={(minPriceDkk, maxPriceDkk) => onChange({ minPriceDkk, maxPriceDkk })}
      />
      <BrandFilter {...own} />
      {state.brands.length > 0 && <ModelFilter {...own} />}
      <DealFilter
        counts={facets?.deals ?? null}
        chosen={state.deals}
        hasPremium={props.hasPremium}
        onChange={(deals) => onChange({ deals })}
        onUpgrade={props.onUpgrade}
      />
      <YearFilter
        min={state.minYear}
        max={state.maxYear}
        onChange={(minYear, maxYear) => onChange({ minYear, maxYear })}
      />
      <LimitFilter
        {...own}
        name="maxMileageKm"
        title={t.filters.mileage}
        label={t.filters.maxMileage}
        steps={mileageSteps}
        words={(km) => t.filters.upTo(formatMileage(km))}
      />
      <PlaceFilter place={state.place} radiusKm={state.radiusKm} onChange={onChange} />
      <Suspense>
        <FilterGroup title={t.filters.avoid}>
          <WordsField
            words={state.avoid}
            hint={t.filters.avoidHint}
            onChange={(avoid) => onChange({ avoid })}
          />
        </FilterGroup>
      </Suspense>
      <NamesFilter {...own} name="fuels" title={t.filters.fuel} options={fuels} labels={t.filters.fuels} />
      <ChoiceFilter
        {...own}
        name="gearbox"
        title={t.filters.gearbox}
        options={gearboxes}
        labels={t.filters.gearboxes}
      />
      <NamesFilter {...own} name="bodies" title={t.filters.body} options={bodies} labels={t.filters.bodies} />
      <ChoiceFilter
        {...own}
        name="seller"
        title={t.filters.seller}
        options={sellerTypes}
        labels={t.filters.sellers}
      />
      {/* Hidden if all cars are on one marketplace. */}
      {((facets?.sources?.length ?? 0) > 1 || state.sources.length > 0) && (
        <NamesFilter
          {...own}
          name="sources"
          title={t.filters.source}
          options={marketplaceIds}
          labels={marketplaceNames}
        />
      )}
      <YesFilter {...own} name="hasDropped" title={t.filters.priceChange} label={t.filters.dropped} />
      <YesFilter
        {...own}
        name="hasInspection"
        title={t.filters.inspection}
        label={t.filters.inspectionValid}
      />
      <MoreFiltersSlot {...own} />
      {hasHeading && actions && (
        <p className="border-t border-rule pt-4">
          <Button look="quiet" onClick={actions.showKeys}>
            {t.list.keys}
          </Button>
        </p>
      )}
    </div>
  );
}, isSame);

/** The hidden filters, shown on request or if one is active. */
function MoreFiltersSlot(props: PanelProps) {
  const t = useFilterTexts();
  const isNeeded = hasMoreFilters(props.state);
  const [isOpen, setOpen] = useState(isNeeded);
  const isShown = isOpen || isNeeded;
  return (
    <>
      {isShown && (
        <Suspense>
          <MoreFilters {...props} />
        </Suspense>
      )}
      {!isNeeded && (
        <p className="border-t border-rule py-4">
          <Button aria-expanded={isShown} look="quiet" onClick={() => setOpen(!isOpen)}>
            {isShown ? t.filters.fewer : t.filters.more}
          </Button>
        </p>
      )}
    </>
  );
}
