import { type ReactNode, useState } from 'react';
import { noUpperPriceDkk, usualRadiusKm } from '#core/catalog/card-query.ts';
import { moreLimits } from '#core/catalog/number-filters.ts';
import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import type { Texts } from '../i18n/en.ts';
import { formatKroner, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat, useLanguage, useTexts } from '../i18n/language.tsx';
import { filterTexts, type PanelTexts } from '../i18n/text-parts.ts';
import { Icon } from '../ui/icon.tsx';
import { lastVisit } from './list-controls.tsx';
import {
  anyRadius,
  defaultListState,
  hasMoreFilters,
  type ListFilters,
  type ListState,
} from './list-state.ts';

type Props = {
  chips: Chip[];
  /** End of the previous visit, offered as a filter; null at a first visit. */
  visitedAt: string | null;
  onChange: (change: Partial<ListState>) => void;
  /** Actions for the current filters. */
  children?: ReactNode;
};

const chipClass =
  'relative flex min-h-8 max-md:min-h-9 items-center before:absolute before:inset-x-0 before:-inset-y-1 gap-1.5 rounded-md border py-1 text-meta hover:bg-paper-2';

/** The active filters, each with a button to remove it. */
export function FilterChips({ chips, visitedAt, onChange, children }: Props) {
  const t = useTexts();
  const offersNew = visitedAt !== null && !chips.some(({ id }) => id === 'newSince');
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.length > 0 && (
        <ul aria-label={t.filters.active} className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <li key={chip.id}>
              <button
                type="button"
                aria-label={t.filters.remove(chip.label)}
                className={`${chipClass} border-rule-2 pr-2 pl-3`}
                onClick={() => onChange(chip.without)}
              >
                {chip.label}
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offersNew && (
        <button
          type="button"
          className={`${chipClass} border-dashed border-rule-2 pr-3 pl-2 text-ink-2`}
          onClick={() => onChange({ newSince: visitedAt })}
        >
          <Icon name="plus" size={14} />
          {t.filters.newSinceVisit}
        </button>
      )}
      {children}
    </div>
  );
}

/** An active filter with the list state without it. */
export type Chip = { id: string; label: string; without: Partial<ListState> };

function rangeLabel(low: string | null, high: string | null, short: string, t: Texts): string {
  if (high === null) return t.filters.from(low ?? '');
  return low === null ? t.filters.upTo(high) : `${short}–${high}`;
}

function priceChip({ minPriceDkk: min, maxPriceDkk: max }: ListState, t: Texts): Chip[] {
  if (min === 0 && max >= noUpperPriceDkk) return [];
  const label = rangeLabel(
    min > 0 ? formatKroner(min) : null,
    max < noUpperPriceDkk ? formatKroner(max) : null,
    formatNumber(min),
    t,
  );
  return [{ id: 'price', label, without: { minPriceDkk: 0, maxPriceDkk: noUpperPriceDkk } }];
}

function yearChip({ minYear: min, maxYear: max }: ListState, t: Texts): Chip[] {
  if (min === null && max === null) return [];
  const label = rangeLabel(
    min === null ? null : String(min),
    max === null ? null : String(max),
    String(min),
    t,
  );
  return [{ id: 'year', label, without: { minYear: null, maxYear: null } }];
}

/** "at most 7 days listed", "listed for 30 days or longer", or both. */
function daysLabel({ minDays: min, maxDays: max }: ListState, panel: PanelTexts | null): string {
  const labels = [min !== null && panel?.daysFrom(min), max !== null && panel?.daysUpTo(max)];
  return labels.filter(Boolean).join(', ');
}

/** `isLastVisit`: whether "new since" means since the reader was here last; `day`: an instant as a date in words. */
type Words = {
  t: Texts;
  /** Null while no filter is at work that is named by it. */
  panel: PanelTexts | null;
  day: (instant: string) => string;
  isLastVisit: boolean;
};

/** Whether the panel's texts are needed to name the active filters. */
const needsPanel = (state: ListFilters): boolean =>
  state.hasDropped || state.avoid.length + state.bodies.length > 0 || hasMoreFilters(state);

type NamesKey = { [K in keyof ListFilters]: ListFilters[K] extends string[] ? K : never }[keyof ListFilters];

/** The active filters in the order of the panel. */
export function chipsOf(state: ListState, { t, panel, day, isLastVisit }: Words): Chip[] {
  /** A chip that removes these filters, where one of them is set. */
  const one = (
    id: keyof ListState,
    isOn: unknown,
    label: () => string,
    others: Partial<ListState> = {},
  ): Chip[] => (isOn ? [{ id, label: label(), without: { [id]: defaultListState[id], ...others } }] : []);
  /** A chip for each name of a filter with several names. */
  const each = <K extends NamesKey>(
    id: K,
    label: (name: ListFilters[K][number]) => string,
    others: Partial<ListState> = {},
  ): Chip[] => {
    const chosen: ListFilters[K][number][] = state[id];
    return chosen.map((name) => ({
      id: `${id} ${name}`,
      label: label(name),
      without: { [id]: chosen.filter((other) => other !== name), ...others },
    }));
  };
  const { newSince, place, radiusKm, gearbox, seller, maxMileageKm, minDays, maxDays } = state;
  const since = () => (isLastVisit ? t.filters.newSinceVisit : t.filters.newSince(day(newSince!)));
  const isNear = place && radiusKm !== anyRadius;
  return [
    ...one('importId', state.importId, () => t.list.thisImport),
    ...one('q', state.q, () => t.filters.search(state.q)),
    ...each('avoid', (word) => panel?.avoided(word) ?? word),
    ...one('newSince', newSince, since),
    ...priceChip(state, t),
    ...each('brands', String, { models: [] }),
    ...each('models', String),
    ...each('deals', (deal) => t.deals[deal]),
    ...yearChip(state, t),
    ...one('maxMileageKm', maxMileageKm !== null, () => t.filters.upTo(formatMileage(maxMileageKm))),
    ...one('place', isNear, () => t.filters.near(place, formatNumber(radiusKm)), { radiusKm: usualRadiusKm }),
    ...each('fuels', (fuel) => t.filters.fuels[fuel]),
    ...one('gearbox', gearbox, () => t.filters.gearboxes[gearbox!]),
    ...each('bodies', (body) => panel?.bodies[body] ?? body),
    ...one('seller', seller, () => t.filters.sellers[seller!]),
    ...each('sources', (source) => marketplaceNames[source]),
    ...one('hasDropped', state.hasDropped, () => panel?.dropped ?? ''),
    ...each('colors', (color) => panel?.colors[color] ?? color),
    ...each('features', (feature) => panel?.features[feature] ?? feature),
    ...moreLimits.flatMap((name) =>
      one(name, state[name] !== null, () => panel?.limits[name](state[name]!) ?? ''),
    ),
    ...one('minDays', minDays !== null || maxDays !== null, () => daysLabel(state, panel), { maxDays: null }),
    ...one('hasInspection', state.hasInspection, () => t.filters.inspectionValid),
  ];
}

/** Loads the panel's texts only if an active filter needs them. */
export function usePanelWords(state: ListState): PanelTexts | null {
  const { language } = useLanguage();
  return needsPanel(state) ? filterTexts.read(language).panel : null;
}

/** The chips of a list, and when the reader was here before (null: never), to offer what is new since. */
export function useChips(state: ListState): { chips: Chip[]; visitedAt: string | null } {
  const t = useTexts();
  const panel = usePanelWords(state);
  const { date } = useFormat();
  const [visitedAt] = useState(lastVisit);
  const isLastVisit = state.newSince !== null && state.newSince === visitedAt;
  return { chips: chipsOf(state, { t, panel, day: date, isLastVisit }), visitedAt };
}
