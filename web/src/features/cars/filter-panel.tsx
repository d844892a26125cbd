import type { CarListWire } from '#core/contract/routes/cars.ts';
import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { BrandFilter } from './brand-filter.tsx';
import { DealFilter } from './deal-filter.tsx';
import type { ListState } from './list-state.ts';
import { PriceFilter } from './price-filter.tsx';

export type FilterProps = {
  state: ListState;
  facets: Pick<CarListWire, 'brands' | 'deals' | 'priceHistogram'> | undefined;
  hasPremium: boolean;
  onChange: (change: Partial<ListState>) => void;
  onReset: () => void;
  onUpgrade: OpenUpgrade;
  /** The dialog on small screens brings a heading and a reset of its own. */
  hasHeading?: boolean;
};

export default function FilterPanel(props: FilterProps) {
  const t = useTexts();
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
    </div>
  );
}
