import { noUpperPriceDkk } from '#core/search/price-scale.ts';
import type { Texts } from '../../i18n/en.ts';
import { formatKroner, formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ListState } from './list-state.ts';

type Chip = { id: string; label: string; without: Partial<ListState> };

function priceLabel({ minPriceDkk, maxPriceDkk }: ListState, t: Texts): string {
  if (maxPriceDkk >= noUpperPriceDkk) return t.filters.from(formatKroner(minPriceDkk));
  if (minPriceDkk === 0) return t.filters.upTo(formatKroner(maxPriceDkk));
  return `${formatNumber(minPriceDkk)}–${formatKroner(maxPriceDkk)}`;
}

/** The filters at work, each with what the list would be without it. */
export function chipsOf(state: ListState, t: Texts): Chip[] {
  const hasPrice = state.minPriceDkk > 0 || state.maxPriceDkk < noUpperPriceDkk;
  return [
    ...(state.importId ? [{ id: 'import', label: t.list.thisImport, without: { importId: null } }] : []),
    ...(state.q ? [{ id: 'q', label: t.filters.search(state.q), without: { q: '' } }] : []),
    ...(hasPrice
      ? [
          {
            id: 'price',
            label: priceLabel(state, t),
            without: { minPriceDkk: 0, maxPriceDkk: noUpperPriceDkk },
          },
        ]
      : []),
    ...state.brands.map((brand) => ({
      id: `brand ${brand}`,
      label: brand,
      without: { brands: state.brands.filter((other) => other !== brand) },
    })),
    ...state.deals.map((deal) => ({
      id: `deal ${deal}`,
      label: t.deals[deal],
      without: { deals: state.deals.filter((other) => other !== deal) },
    })),
  ];
}

type Props = { state: ListState; onChange: (change: Partial<ListState>) => void };

export function FilterChips({ state, onChange }: Props) {
  const t = useTexts();
  const chips = chipsOf(state, t);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t.filters.active} className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.id}>
          <button
            type="button"
            aria-label={t.filters.remove(chip.label)}
            className="flex min-h-8 items-center gap-1.5 rounded-md border border-rule-2 py-1 pr-2 pl-3 text-meta hover:bg-paper-2"
            onClick={() => onChange(chip.without)}
          >
            {chip.label}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
