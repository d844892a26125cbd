import { startTransition, useOptimistic } from 'react';
import { type SortOption, sortOptions } from '#core/catalog/card-query.ts';
import type { Texts } from '../i18n/en.ts';
import { formatNumber } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { useToldEnd } from '../imports/use-import-status.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { keep, recallValue } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { helpViews, type ListState, type View } from './list-state.ts';
import { useCounts } from './use-car-list.ts';

/** The places of the app, each with its views; the address names the view. */
const places: readonly { name: (t: Texts) => string; views: readonly [View, ...View[]] }[] = [
  { name: (t: Texts) => t.list.title, views: ['all'] },
  { name: (t: Texts) => t.list.saved, views: ['starred', 'list', 'hidden'] },
  { name: (t: Texts) => t.list.alerts, views: ['subscriptions'] },
  { name: (t: Texts) => t.list.imports, views: ['discovered', 'history'] },
];

const tabs = 'flex w-max min-w-full whitespace-nowrap text-control text-ink-2 px-5 md:px-0';
const scrolled = 'relative -mx-5 overflow-x-auto [scrollbar-width:none] md:mx-0';
const tab =
  'relative block -outline-offset-2 before:absolute before:-inset-x-3 before:inset-y-0 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink';

/** The four places. It requests the total itself, so that a new total does not re-render the whole screen. */
export function Places({ current }: { current: View }) {
  const t = useTexts();
  const total = useCounts().data?.total;
  const isImportToSee = useToldEnd() !== null && current !== 'history';
  return (
    <nav aria-label={t.list.views} className={scrolled}>
      <ul className={`${tabs} gap-4 sm:gap-6 md:gap-7`}>
        {places.map(({ name, views }) => (
          <li key={views[0]}>
            <Link
              to={paths.view(isImportToSee && views[1] === 'history' ? 'history' : views[0])}
              aria-current={current === views[0] ? 'page' : views.some((view) => view === current)}
              className={`${tab} py-3 md:py-4.5 aria-[current=false]:font-normal aria-[current=false]:text-ink-2 [&:not([aria-current=false])]:after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 [&:not([aria-current=false])]:after:bg-accent`}
            >
              {name(t)}
              {views[1] === 'history' && isImportToSee && (
                <>
                  <span
                    aria-hidden="true"
                    className="absolute top-2 -right-2 size-2 rounded-full bg-poor md:top-3.5"
                  />
                  <span className="sr-only">: {t.list.importToSee}</span>
                </>
              )}
              {views[0] === 'all' && total !== undefined && (
                <sup className="ml-0.75 text-[12px] leading-0 font-medium text-ink-3">
                  {formatNumber(total)}
                </sup>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The views of the current place, where it has several. */
export function PlaceViews({ current }: { current: View }) {
  const t = useTexts();
  if (current === 'all') return null;
  const place = places.find(({ views }) => views.some((view) => view === current));
  return (
    <nav aria-label={place ? place.name(t) : t.shell.help} className={scrolled}>
      <ul className={`${tabs} gap-x-5`}>
        {(place?.views ?? helpViews).map((view) => (
          <li key={view}>
            <Link
              to={paths.view(view)}
              aria-current={view === current ? 'page' : undefined}
              className={`${tab} py-3`}
            >
              {t.list[view]}
            </Link>
          </li>
        ))}
        {current === 'subscriptions' && (
          <li>
            <Link to={paths.notifications} className={`${tab} py-3`}>
              {t.list.notifications}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

type Props = {
  sort: SortOption;
  hasPremium: boolean;
  /** Whether a town is known from which distances are counted. */
  hasTown?: boolean;
  onSort: (sort: SortOption) => void;
  onUpgrade: OpenUpgrade;
};

/** The sort orders; without Premium the deal order opens the upgrade dialog. */
export function SortSelect({ sort, hasPremium, hasTown = false, onSort, onUpgrade }: Props) {
  const t = useTexts();
  const labels = { ...t.list, deal: hasPremium ? t.list.deal : t.list.dealLocked };
  return (
    <label className="relative flex items-center gap-1.5 text-meta">
      <span className="text-ink-2 max-sm:sr-only">{t.list.sort}</span>
      <select
        value={sort}
        className="h-10 max-md:h-11 max-w-28 min-w-0 appearance-none truncate rounded-lg bg-paper pr-7 pl-1 font-semibold [field-sizing:content] sm:max-w-none"
        onChange={(event) => {
          const chosen = event.target.value as SortOption;
          if (chosen === 'deal' && !hasPremium) onUpgrade('deal_sort');
          else onSort(chosen);
        }}
      >
        {sortOptions
          .filter((option) => option !== 'distance_asc' || hasTown || option === sort)
          .map((option) => (
            <option key={option} value={option}>
              {labels[option]}
            </option>
          ))}
      </select>
      <Icon name="down" size={16} className="pointer-events-none absolute right-1.5" />
    </label>
  );
}

type Mode = ListState['mode'];

export function LayoutToggle({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const t = useTexts();
  // The button that was pressed is seen before the cards are drawn anew.
  const [shown, show] = useOptimistic(mode);
  const choose = (value: Mode) =>
    startTransition(() => {
      show(value);
      onMode(value);
    });
  const option = (value: Mode, name: string, icon: 'grid' | 'rows') => (
    <Button
      aria-pressed={shown === value}
      aria-label={name}
      look="icon"
      className="aria-pressed:bg-paper-2 aria-pressed:text-ink"
      onClick={() => choose(value)}
    >
      <Icon name={icon} />
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's semantics to two view buttons
    <div role="group" aria-label={t.list.layout} className="flex">
      {option('grid', t.list.grid, 'grid')}
      {option('list', t.list.rows, 'rows')}
    </div>
  );
}

const show = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

/** Amazing, fair and all listings in one line. */
export function Counts() {
  const t = useTexts();
  const { data } = useCounts();
  const number = 'text-body font-semibold sm:text-h3 tracking-[-0.03em]';
  return (
    <section
      aria-label={t.list.countsLabel}
      className="flex flex-wrap items-baseline justify-between gap-x-3 whitespace-nowrap sm:justify-start sm:gap-x-5"
    >
      <p className="flex items-baseline gap-1.5">
        <b className={`${number} text-amazing`}>{show(data?.amazing)}</b> <DealBadge deal="amazing" />
      </p>
      <p className="flex items-baseline gap-1.5">
        <b className={number}>{show(data?.fair)}</b> <DealBadge deal="fair" />
      </p>
      <p className="flex items-baseline gap-1.5">
        <b className={number}>{show(data?.total)}</b>{' '}
        <span className="text-meta font-semibold text-ink-2">{t.list.totalShort}</span>
      </p>
    </section>
  );
}

/** A pause of this length ends a visit; cars that arrive after it are new at the next visit. */
const pauseMs = 30 * 60_000;
const storageKey = 'bilfund_visits';

export type Visits = {
  /** ISO instant of the end of the previous visit; null at the first. */
  previousAt: string | null;
  seenAt: string;
};

/** The visit record after activity at `now`. */
export function noteVisit(before: Visits | null, now: Date): Visits {
  const seenAt = now.toISOString();
  if (!before) return { previousAt: null, seenAt };
  const isNewVisit = now.getTime() - Date.parse(before.seenAt) > pauseMs;
  return { previousAt: isNewVisit ? before.seenAt : before.previousAt, seenAt };
}

function readVisits(): Visits | null {
  const visits = recallValue('browser', storageKey) as Visits | null;
  return visits && !Number.isNaN(Date.parse(visits.seenAt)) ? visits : null;
}

/** Records activity on the list and returns the end of the previous visit, or null. */
export function lastVisit(): string | null {
  const visits = noteVisit(readVisits(), new Date());
  keep('browser', storageKey, JSON.stringify(visits));
  return visits.previousAt;
}
