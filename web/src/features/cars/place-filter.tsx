import { useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { FilterGroup } from './filter-group.tsx';
import { FilterSelect } from './filter-select.tsx';

const radiiKm = [10, 25, 50, 75, 100, 150, 200];

type Props = {
  place: string;
  radiusKm: number;
  onChange: (change: { place: string; radiusKm: number }) => void;
};

/** A town and how far from it. */
export function PlaceFilter({ place, radiusKm, onChange }: Props) {
  const t = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const wanted = (draft ?? place).trim();
    setDraft(null);
    if (wanted !== place) onChange({ place: wanted, radiusKm });
  };
  const radii = [...new Set([...radiiKm, radiusKm])].sort((a, b) => a - b);
  return (
    <FilterGroup title={t.filters.place}>
      <div className="grid gap-2">
        <input
          aria-label={t.filters.town}
          value={draft ?? place}
          placeholder={t.filters.townExample}
          maxLength={60}
          autoComplete="off"
          className="h-11 w-full rounded-lg border border-field bg-surface px-3 text-control placeholder:text-ink-3"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
        {place !== '' && (
          <FilterSelect
            label={t.filters.radius}
            value={String(radiusKm)}
            onChange={(km) => onChange({ place, radiusKm: Number(km) })}
          >
            {radii.map((km) => (
              <option key={km} value={km}>
                {t.filters.withinKm(formatNumber(km))}
              </option>
            ))}
          </FilterSelect>
        )}
      </div>
    </FilterGroup>
  );
}
