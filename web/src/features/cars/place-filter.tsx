import { useId, useState } from 'react';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { formatNumber } from '../../i18n/format.ts';
import { notify } from '../../ui/notices.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FilterGroup } from './filter-group.tsx';
import { loadTowns } from './town-list.ts';
import { withOwn } from './with-own.ts';

const radiiKm = [10, 25, 50, 75, 100, 150, 200];

type Place = { place: string; radiusKm: number };
type Props = Place & { onChange: (change: Place) => void };

/** A town and how far from it. */
export function PlaceFilter({ place, radiusKm, onChange }: Props) {
  const t = useFilterTexts();
  return (
    <FilterGroup title={t.filters.place}>
      <div className="grid gap-2">
        <TownField place={place} onTown={(town) => onChange({ place: town, radiusKm })} />
        {place !== '' && (
          <SelectField
            label={t.filters.radius}
            value={String(radiusKm)}
            onChange={(km) => onChange({ place, radiusKm: Number(km) })}
          >
            {withOwn(radiiKm, radiusKm).map((km) => (
              <option key={km} value={km}>
                {t.filters.withinKm(formatNumber(km))}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </FilterGroup>
  );
}

/** Offers the towns we know while one types; a town we do not know is said to be so and filters nothing. */
function TownField({ place, onTown }: { place: string; onTown: (town: string) => void }) {
  const t = useFilterTexts();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const [names, setNames] = useState<readonly string[]>([]);
  const commit = async () => {
    const wanted = (draft ?? place).trim();
    let town: string | null = '';
    if (wanted !== '') {
      const towns = await loadTowns().catch(() => notify(t.failures.offline));
      if (!towns) return;
      town = towns.nameOf(wanted);
    }
    setUnknown(town === null);
    if (town === null) return;
    setDraft(null);
    if (town !== place) onTown(town);
  };
  return (
    <>
      <input
        aria-label={t.filters.town}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? `${id}-unknown` : undefined}
        list={`${id}-towns`}
        value={draft ?? place}
        placeholder={t.filters.townExample}
        maxLength={60}
        autoComplete="off"
        className="h-11 w-full rounded-lg border border-field bg-surface px-3 text-control placeholder:text-ink-3 aria-invalid:border-poor"
        onFocus={() =>
          void loadTowns().then(
            ({ names }) => setNames(names),
            () => undefined,
          )
        }
        onChange={(event) => {
          setDraft(event.target.value);
          setUnknown(false);
        }}
        onBlur={() => void commit()}
        onKeyDown={(event) => event.key === 'Enter' && void commit()}
      />
      <datalist id={`${id}-towns`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isUnknown && (
        <p id={`${id}-unknown`} role="alert" className="text-caption text-poor">
          {t.filters.townUnknown}
        </p>
      )}
    </>
  );
}
