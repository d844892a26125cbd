import { memo } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { gearboxes, sellerTypes } from '#core/marketplace/ad/listing.ts';
import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { BrandFilter } from './brand-filter.tsx';
import { useCarActions } from './car-actions.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { DealFilter } from './deal-filter.tsx';
import { FuelFilter } from './fuel-filter.tsx';
import { InspectionFilter } from './inspection-filter.tsx';
import { type ListFilters, writeFilters } from './list-filters.ts';
import { MileageFilter } from './mileage-filter.tsx';
import { PlaceFilter } from './place-filter.tsx';
import { PriceFilter } from './price-filter.tsx';
import { YearFilter } from './year-filter.tsx';

type Facets = Pick<CarListWire, 'brands' | 'deals' | 'fuels' | 'gearboxes' | 'sellers' | 'priceHistogram'>;

export type FilterProps = {
  state: ListFilters;
  facets: Facets | undefined;
  hasPremium: boolean;
  onChange: (change: Partial<ListFilters>) => void;
  onReset: () => void;
  onUpgrade: OpenUpgrade;
  /** The dialog on small screens brings a heading and a reset of its own. */
  hasHeading?: boolean;
};

/** Pages, order and layout change around the filters: a panel that would look the same is not drawn for them. */
const isSame = (before: FilterProps, after: FilterProps): boolean =>
  (Object.keys(after) as (keyof FilterProps)[]).every(
    (name) => name === 'state' || before[name] === after[name],
  ) && JSON.stringify(writeFilters(before.state)) === JSON.stringify(writeFilters(after.state));

/** Every filter with how many cars each choice would leave. */
export default memo(function FilterPanel(props: FilterProps) {
  const t = useTexts();
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
        onChange={(brands) => onChange({ brands })}
      />
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
      <FuelFilter
        counts={facets?.fuels ?? []}
        chosen={state.fuels}
        onChange={(fuels) => onChange({ fuels })}
      />
      <ChoiceFilter
        title={t.filters.gearbox}
        options={gearboxes}
        labels={t.filters.gearboxes}
        counts={facets?.gearboxes ?? []}
        chosen={state.gearbox}
        onChange={(gearbox) => onChange({ gearbox })}
      />
      <ChoiceFilter
        title={t.filters.seller}
        options={sellerTypes}
        labels={t.filters.sellers}
        counts={facets?.sellers ?? []}
        chosen={state.seller}
        onChange={(seller) => onChange({ seller })}
      />
      <InspectionFilter
        isOn={state.hasInspection}
        onChange={(hasInspection) => onChange({ hasInspection })}
      />
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
