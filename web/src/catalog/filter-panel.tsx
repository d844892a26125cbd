import { lazy, memo, Suspense, useState } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds, marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { useCarActions } from '../cars/use-marks.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { button } from '../ui/button.ts';
import {
  BrandFilter,
  ChoiceFilter,
  DealFilter,
  ModelFilter,
  NamesFilter,
  PlaceFilter,
  YesFilter,
} from './filters.tsx';
import { type ListFilters, writeFilters } from './list-state.ts';
import { MileageFilter, PriceFilter, YearFilter } from './number-filters.tsx';

const MoreFilters = lazy(() => import('./more-filters.tsx'));
const AvoidFilter = lazy(() => import('./avoid-filter.tsx'));

type Facets = Omit<CarListWire, 'cars' | 'page' | 'totalCount' | 'totalPages' | 'catalogVersion'>;

export type FilterProps = {
  state: ListFilters;
  facets: Facets | undefined;
  hasPremium: boolean;
  onChange: (change: Partial<ListFilters>) => void;
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
  return (
    <div>
      {hasHeading && (
        <div className="flex h-10 items-center justify-between">
          <h2 className="text-h3">{t.filters.title}</h2>
          <button type="button" className={button.quiet} onClick={props.onReset}>
            {t.filters.reset}
          </button>
        </div>
      )}
      <PriceFilter
        minDkk={state.minPriceDkk}
        maxDkk={state.maxPriceDkk}
        histogram={facets?.priceHistogram ?? []}
        onChange={(minPriceDkk, maxPriceDkk) => onChange({ minPriceDkk, maxPriceDkk })}
      />
      <BrandFilter
        brands={facets?.brands ?? []}
        chosen={state.brands}
        // Drop the models of a removed brand: they would exclude every other car.
        onChange={(brands) =>
          onChange({ brands, ...(brands.length < state.brands.length && { models: [] }) })
        }
      />
      {state.brands.length > 0 && (
        <ModelFilter
          models={facets?.models ?? []}
          chosen={state.models}
          onChange={(models) => onChange({ models })}
        />
      )}
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
      <MileageFilter maxKm={state.maxMileageKm} onChange={(maxMileageKm) => onChange({ maxMileageKm })} />
      <PlaceFilter place={state.place} radiusKm={state.radiusKm} onChange={onChange} />
      <Suspense>
        <AvoidFilter words={state.avoid} onChange={(avoid) => onChange({ avoid })} />
      </Suspense>
      <NamesFilter
        title={t.filters.fuel}
        options={fuels}
        labels={t.filters.fuels}
        counts={facets?.fuels ?? []}
        chosen={state.fuels}
        onChange={(chosen) => onChange({ fuels: chosen })}
      />
      <ChoiceFilter
        title={t.filters.gearbox}
        options={gearboxes}
        labels={t.filters.gearboxes}
        counts={facets?.gearboxes ?? []}
        chosen={state.gearbox}
        onChange={(gearbox) => onChange({ gearbox })}
      />
      <NamesFilter
        title={t.filters.body}
        options={bodies}
        labels={t.filters.bodies}
        counts={facets?.bodies ?? []}
        chosen={state.bodies}
        onChange={(chosen) => onChange({ bodies: chosen })}
      />
      <ChoiceFilter
        title={t.filters.seller}
        options={sellerTypes}
        labels={t.filters.sellers}
        counts={facets?.sellers ?? []}
        chosen={state.seller}
        onChange={(seller) => onChange({ seller })}
      />
      {/* Hidden if all cars are on one marketplace. */}
      {((facets?.sources?.length ?? 0) > 1 || state.sources.length > 0) && (
        <NamesFilter
          title={t.filters.source}
          options={marketplaceIds}
          labels={marketplaceNames}
          counts={facets?.sources ?? []}
          chosen={state.sources}
          onChange={(sources) => onChange({ sources })}
        />
      )}
      <YesFilter
        title={t.filters.priceChange}
        label={t.filters.dropped}
        isOn={state.hasDropped}
        onChange={(hasDropped) => onChange({ hasDropped })}
      />
      <YesFilter
        title={t.filters.inspection}
        label={t.filters.inspectionValid}
        isOn={state.hasInspection}
        onChange={(hasInspection) => onChange({ hasInspection })}
      />
      <MoreFiltersSlot {...{ state, facets, onChange }} />
      {hasHeading && actions && (
        <p className="border-t border-rule pt-4">
          <button type="button" className={button.quiet} onClick={actions.showKeys}>
            {t.list.keys}
          </button>
        </p>
      )}
    </div>
  );
}, isSame);

/** The hidden filters, shown on request or if one is active. */
function MoreFiltersSlot(props: Pick<FilterProps, 'state' | 'facets' | 'onChange'>) {
  const t = useFilterTexts();
  const { minHorsepower, maxRunningDkk, minDays, maxDays, colors, features } = props.state;
  const isNeeded =
    colors.length + features.length > 0 ||
    [minHorsepower, maxRunningDkk, minDays, maxDays].some((limit) => limit !== null);
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
          <button
            type="button"
            aria-expanded={isShown}
            className={button.quiet}
            onClick={() => setOpen(!isOpen)}
          >
            {isShown ? t.filters.fewer : t.filters.more}
          </button>
        </p>
      )}
    </>
  );
}
