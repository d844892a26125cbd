import { type SortOption, sortOptions } from '#core/search/sort-options.ts';
import { useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';

type Props = {
  sort: SortOption;
  hasPremium: boolean;
  onSort: (sort: SortOption) => void;
  onUpgrade: OpenUpgrade;
};

/** The orders; the one by deal is premium and leads to the upgrade dialog without it. */
export function SortSelect({ sort, hasPremium, onSort, onUpgrade }: Props) {
  const t = useTexts();
  const labels = { ...t.list, deal: hasPremium ? t.list.deal : t.list.dealLocked };
  return (
    <label className="relative flex items-center gap-1.5 text-meta">
      <span className="text-ink-2 max-sm:sr-only">{t.list.sort}</span>
      <select
        value={sort}
        className="h-10 max-md:h-11 max-w-33 min-w-0 appearance-none truncate rounded-lg bg-paper pr-7 pl-1 font-semibold [field-sizing:content] sm:max-w-none"
        onChange={(event) => {
          const chosen = event.target.value as SortOption;
          if (chosen === 'deal' && !hasPremium) onUpgrade('deal_sort');
          else onSort(chosen);
        }}
      >
        {sortOptions.map((option) => (
          <option key={option} value={option}>
            {labels[option]}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} className="pointer-events-none absolute right-1.5" />
    </label>
  );
}
