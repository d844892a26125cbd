import { type Deal, deals } from '#core/valuation/valuation.ts';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { formatNumber } from '../../i18n/format.ts';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props = {
  counts: { name: Deal; count: number }[] | null;
  chosen: Deal[];
  hasPremium: boolean;
  onChange: (deals: Deal[]) => void;
  onUpgrade: OpenUpgrade;
};

/** Premium only: without it the boxes lead to the upgrade dialog. */
export function DealFilter({ counts, chosen, hasPremium, onChange, onUpgrade }: Props) {
  const t = useFilterTexts();
  const toggle = (deal: Deal) =>
    onChange(chosen.includes(deal) ? chosen.filter((other) => other !== deal) : [...chosen, deal]);
  const countOf = (deal: Deal) => {
    const found = counts?.find(({ name }) => name === deal);
    return found ? formatNumber(found.count) : null;
  };
  return (
    <FilterGroup
      title={
        <>
          {t.filters.deal}
          {!hasPremium && (
            <span className="flex items-center gap-1 text-caption font-medium text-ink-3">
              <Icon name="lock" size={15} />
              {t.filters.premium}
            </span>
          )}
        </>
      }
    >
      {deals.map((deal) => (
        <CheckOption
          key={deal}
          isChecked={chosen.includes(deal)}
          count={countOf(deal)}
          onToggle={() => (hasPremium ? toggle(deal) : onUpgrade('deal_filter'))}
        >
          <DealBadge deal={deal} />
        </CheckOption>
      ))}
    </FilterGroup>
  );
}
