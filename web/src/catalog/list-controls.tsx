import { useEffect, useRef } from 'react';
import { type SortOption, sortOptions } from '#core/catalog/card-query.ts';
import { formatNumber } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { button } from '../ui/button.ts';
import { DealBadge } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { type ListState, type View, views } from './list-state.ts';
import { useCounts } from './use-car-list.ts';

/**
 * The view selector: text tabs that scroll sideways on a phone. It requests the total itself, so that a new total does not
 * re-render the whole screen.
 */
export function ViewTabs({ current }: { current: View }) {
  const t = useTexts();
  const total = useCounts().data?.total;
  const tab = useRef<HTMLLIElement>(null);
  const isScrolled = useRef(false);
  useEffect(() => {
    // Skips measuring the layout when the list is not scrolled.
    if (current === views[0] && !isScrolled.current) return;
    isScrolled.current = true;
    // Leaves a third of the width for the tabs before the current one.
    tab.current?.closest('nav')?.scrollTo({ left: tab.current.offsetLeft - 120 });
  }, [current]);
  return (
    <nav
      aria-label={t.list.views}
      className="relative -mx-5 overflow-x-auto [mask-image:linear-gradient(90deg,#000_85%,transparent)] [scrollbar-width:none] md:mx-0 xl:[mask-image:none]"
    >
      <ul className="flex w-max min-w-full gap-6 border-b border-rule px-5 text-control whitespace-nowrap text-ink-2 md:gap-7 md:px-0">
        {views.map((view) => (
          <li key={view} ref={view === current ? tab : null}>
            <Link
              to={paths.view(view)}
              aria-current={view === current ? 'page' : undefined}
              className="relative block py-4 -outline-offset-2 before:absolute before:-inset-x-3 before:inset-y-0 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-accent"
            >
              {t.list[view]}
              {view === 'all' && total !== undefined && (
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

type Props = {
  sort: SortOption;
  hasPremium: boolean;
  onSort: (sort: SortOption) => void;
  onUpgrade: OpenUpgrade;
};

/** The sort orders; without Premium the deal order opens the upgrade dialog. */
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

type Mode = ListState['mode'];

export function LayoutToggle({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const t = useTexts();
  const option = (value: Mode, name: string, icon: 'grid' | 'rows') => (
    <button
      type="button"
      aria-pressed={mode === value}
      aria-label={name}
      className={`${button.icon} aria-pressed:bg-paper-2 aria-pressed:text-ink`}
      onClick={() => onMode(value)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's semantics to two view buttons
    <div role="group" aria-label={t.list.layout} className="flex">
      {option('grid', t.list.grid, 'grid')}
      {option('list', t.list.rows, 'rows')}
    </div>
  );
}

/** Smaller digits for longer numbers, so that all three counts fit on a phone. */
function sizeFor(digits: number): string {
  if (digits <= 9) return 'text-[56px] md:text-[84px]';
  if (digits <= 12) return 'text-[42px] md:text-[64px] lg:text-[84px]';
  return 'text-[30px] md:text-[48px] xl:text-[64px]';
}

const show = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

/** Amazing, fair and all listings in one line, for readers who come for the cars. `isOfAll` is said where a part of them is shown. */
export function SmallCounts({ isOfAll }: { isOfAll: boolean }) {
  const t = useTexts();
  const { data } = useCounts();
  const number = 'text-body font-semibold sm:text-h3 tracking-[-0.03em]';
  return (
    <section
      aria-label={t.list.countsLabel}
      className="flex flex-wrap items-center justify-between gap-x-3 whitespace-nowrap max-lg:w-full sm:gap-x-5 lg:flex-nowrap"
    >
      {isOfAll && <p className="text-meta font-semibold text-ink-2">{t.list.everywhere}</p>}
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

/** The hero: amazing, fair and all listings, with their proportions as one bar. */
export function HeroCounts() {
  const t = useTexts();
  const { data } = useCounts();
  const parts = data
    ? ([
        ['amazing', data.amazing, 'bg-amazing'],
        ['fair', data.fair, 'bg-fair'],
        ['poor', data.poor, 'bg-poor'],
        ['no_estimate', data.no_estimate, 'bg-band'],
      ] as const)
    : [];
  const digits = data ? `${data.amazing}${data.fair}${data.total}`.length : 0;
  const number = `block leading-14 font-semibold tracking-[-0.05em] md:leading-20 md:tracking-[-0.055em] ${sizeFor(digits)}`;
  return (
    <section aria-label={t.list.countsLabel} className="max-w-[720px]">
      <div className="flex justify-between gap-6 sm:justify-start sm:gap-12">
        <p>
          <b className={`${number} text-amazing`}>{show(data?.amazing)}</b> <DealBadge deal="amazing" />
        </p>
        <p>
          <b className={number}>{show(data?.fair)}</b> <DealBadge deal="fair" />
        </p>
        <p>
          <b className={number}>{show(data?.total)}</b>{' '}
          <span className="text-meta font-semibold text-ink-2">{t.list.total}</span>
        </p>
      </div>
      <div
        role="img"
        aria-label={
          data ? t.list.proportions(data.amazing, data.fair, data.poor, data.no_estimate) : t.common.loading
        }
        className="mt-5 flex h-1 gap-[3px]"
      >
        {parts.map(
          ([name, value, color]) =>
            value > 0 && <span key={name} className={color} style={{ flexGrow: value }} />,
        )}
        {!data?.total && <span className="grow bg-band" />}
      </div>
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
  try {
    const visits = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Visits | null;
    return visits && !Number.isNaN(Date.parse(visits.seenAt)) ? visits : null;
  } catch {
    return null;
  }
}

/** Records activity on the list and returns the end of the previous visit, or null. */
export function lastVisit(): string | null {
  const visits = noteVisit(readVisits(), new Date());
  try {
    localStorage.setItem(storageKey, JSON.stringify(visits));
  } catch {
    // Without storage every visit is the first.
  }
  return visits.previousAt;
}
