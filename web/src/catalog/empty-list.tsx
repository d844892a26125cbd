import { lazy, Suspense } from 'react';
import type { UnratedAdWire } from '#core/contract/routes/cars.ts';
import { CarPhoto, priceText } from '../cars/car-card.tsx';
import { formatMileage } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { button } from '../ui/button.ts';
import { EmptyState } from '../ui/messages.tsx';
import type { Chip } from './filter-chips.tsx';
import type { ListState } from './list-state.ts';

const DropOneFilter = lazy(() => import('./drop-one-filter.tsx'));

type EmptyListProps = {
  state: ListState;
  chips: Chip[];
  /** An import is still running. */
  isFilling: boolean;
  /** The reader cannot see amazing deals. */
  hasLocked: boolean;
  onChange: (change: Partial<ListState>) => void;
  onReset: () => void;
  onBrowseAll: () => void;
};

/** Says why the list is empty and what to do about it. */
export function EmptyList({
  state,
  chips,
  isFilling,
  hasLocked,
  onChange,
  onReset,
  onBrowseAll,
}: EmptyListProps) {
  const t = useFilterTexts();
  const filters = chips.filter(({ id }) => id !== 'import');
  const browse = (
    <button type="button" className={button.secondary} onClick={onBrowseAll}>
      {t.empty.browseAll}
    </button>
  );
  if (filters.length > 0) {
    return (
      <EmptyState title={t.empty.emptyFiltered} text={t.empty.emptyFilteredText}>
        <Suspense>
          <DropOneFilter state={state} chips={filters} onChange={onChange} />
        </Suspense>
        <button type="button" className={button.secondary} onClick={onReset}>
          {t.list.clearFilters}
        </button>
      </EmptyState>
    );
  }
  const [title, text] = state.importId
    ? isFilling
      ? [t.empty.emptyImport, t.empty.emptyImportText]
      : [t.empty.endedImport, hasLocked ? t.empty.endedImportLocked : t.empty.endedImportText]
    : ({
        starred: [t.empty.emptyStarred, t.empty.emptyStarredText],
        discovered: [t.empty.emptyDiscovered, t.empty.emptyDiscoveredText],
        list: [t.empty.emptyList, t.empty.emptyListText],
      }[state.view as string] ?? [t.empty.emptyAll, t.empty.emptyAllText]);
  return (
    <EmptyState title={title ?? ''} text={text ?? ''}>
      {(state.importId || state.view !== 'all') && browse}
    </EmptyState>
  );
}

const row =
  'grid grid-cols-[112px_1fr] gap-4 border-b border-rule pb-3 sm:grid-cols-[168px_1fr] sm:pb-5 lg:gap-6';

type UnratedAdsProps = { ads: readonly UnratedAdWire[]; mode: 'grid' | 'list' };

/** The ads of a running import that are not rated yet. */
export function UnratedAds({ ads, mode }: UnratedAdsProps) {
  const t = useTexts();
  return (
    <ul
      aria-label={t.card.beingRatedCount(ads.length)}
      className={
        mode === 'grid'
          ? 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 xl:grid-cols-3'
          : 'grid gap-y-3 sm:gap-y-5'
      }
    >
      {ads.map((ad, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an unrated ad has no id
        <li key={place} className={mode === 'list' ? row : ''}>
          <div className="relative self-start overflow-hidden rounded-lg rounded-bl-none">
            {ad.image_url ? (
              <CarPhoto url={ad.image_url} />
            ) : (
              <div aria-hidden="true" className="skeleton aspect-3/2" />
            )}
          </div>
          <div>
            <p className={`text-meta font-semibold text-ink-2 ${mode === 'grid' ? 'mt-2.5' : ''}`}>
              {t.card.beingRated}
            </p>
            <p className="text-[24px]/8 font-semibold tracking-[-0.03em]">{priceText(ad, t)}</p>
            <h3 className="mt-1 text-h3 sm:text-body/5">{ad.title}</h3>
            <p className="mt-1 text-meta text-ink-2">
              {[ad.year, ad.mileage === null ? null : formatMileage(ad.mileage), ad.city]
                .filter(Boolean)
                .join('\u00a0· ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
