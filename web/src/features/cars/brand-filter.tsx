import { useState } from 'react';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { formatNumber } from '../../i18n/format.ts';
import { button } from '../../ui/button.ts';
import { CheckOption } from './check-option.tsx';
import { FilterGroup } from './filter-group.tsx';

type Props = {
  brands: { name: string; count: number }[];
  chosen: string[];
  onChange: (brands: string[]) => void;
};

const shownFirst = 7;

/** The most frequent brands, and all of them on request. A chosen brand stays even when the other filters leave none of it. */
export function BrandFilter({ brands, chosen, onChange }: Props) {
  const t = useFilterTexts();
  const [showsAll, setShowsAll] = useState(false);
  const counts = new Map(brands.map(({ name, count }) => [name, count]));
  const byCount = [...brands].sort((a, b) => b.count - a.count).map(({ name }) => name);
  const frequent = byCount.slice(0, shownFirst);
  const all = [...new Set([...byCount, ...chosen])];
  const shown = showsAll
    ? all.sort((a, b) => a.localeCompare(b, 'da'))
    : [...new Set([...frequent, ...chosen])];
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  if (all.length === 0) return null;
  return (
    <FilterGroup title={t.filters.brand}>
      <div>
        {shown.map((name) => (
          <CheckOption
            key={name}
            isChecked={chosen.includes(name)}
            count={formatNumber(counts.get(name) ?? 0)}
            onToggle={() => toggle(name)}
          >
            {name}
          </CheckOption>
        ))}
      </div>
      {all.length > shownFirst && (
        <button
          type="button"
          className={`${button.link} mt-2.5 text-meta`}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t.filters.fewerBrands : t.filters.allBrands(all.length)}
        </button>
      )}
    </FilterGroup>
  );
}
