import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HistoryEntryWire } from '#core/contract/routes/imports.ts';
import { shortNames, sourceOfHref } from '#core/marketplaces/marketplace-id.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { formatNumber } from '../i18n/format.ts';
import { useFormat } from '../i18n/language.tsx';
import { useImportTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { EmptyState, MessageBox } from '../ui/messages.tsx';
import { forgetToldEnd } from './use-import-status.ts';

const statusLook = {
  started: { color: 'text-fair', icon: 'arrow' },
  completed: { color: 'text-amazing', icon: 'check' },
  failed: { color: 'text-poor', icon: 'warning' },
} as const;

/** "/marketplace/odense/search?query=octavia" is what tells one link from another; the language of our visit is not. */
function shortAddress(url: string): string {
  try {
    const { pathname, searchParams } = new URL(url);
    searchParams.delete('locale');
    return decodeURIComponent(
      `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`.replaceAll('+', ' '),
    );
  } catch {
    return url;
  }
}

/** Some cars arrived, but the marketplace ended the visit early. */
const isCutOff = ({ status, error_code }: HistoryEntryWire): boolean =>
  status === 'completed' && (error_code === 'withheld' || error_code === 'rate_limited');

type LeftOutProps = { sentence: string; groups: HistoryEntryWire['left_out'] };

/** How many ads were left out and why, with their titles. */
function LeftOut({ sentence, groups }: LeftOutProps) {
  const t = useImportTexts();
  const named = groups.filter(({ titles }) => titles.length > 0);
  if (named.length === 0) return <p className="mt-1 text-meta text-ink-2">{sentence}</p>;
  return (
    <details className="mt-1 text-meta text-ink-2">
      <summary className="cursor-pointer max-md:py-3">{sentence}</summary>
      {named.map(({ reason, count, titles }) => (
        <div key={reason} className="mt-2">
          {named.length > 1 && <p>{t.history.leftOutBy[reason](count)}</p>}
          <ul className="list-disc pl-5 wrap-anywhere">
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
            {count > titles.length && <li>{t.history.moreLeftOut(count - titles.length)}</li>}
          </ul>
        </div>
      ))}
    </details>
  );
}

function HistoryRow({ entry }: { entry: HistoryEntryWire }) {
  const t = useImportTexts();
  const format = useFormat();
  const { color, icon } = statusLook[entry.status];
  const source = sourceOfHref(entry.search_url);
  const ownSentence = entry.error_code ? t.importFailures(source)[entry.error_code] : null;
  const sentence = ownSentence ?? entry.error_message;
  const leftOut = entry.left_out.map(({ reason, count }) => t.history.leftOutBy[reason](count));
  const isPage = entry.scrape_type === 'page';
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-4 text-control md:grid-cols-[140px_minmax(0,1fr)_auto]">
      <span className={`flex items-center gap-2 self-start font-semibold ${color}`}>
        <Icon name={icon} size={18} />
        {t.history[entry.status]}
      </span>
      <div className="min-w-0">
        {isPage ? (
          <span className="text-ink-2">{t.history.savedPage}</span>
        ) : (
          <a
            href={entry.search_url}
            target="_blank"
            rel="noreferrer"
            className="flex items-center gap-1.5 max-md:-my-3 max-md:py-3 underline decoration-rule-2 underline-offset-3 hover:decoration-ink"
          >
            <span className="truncate">{shortAddress(entry.search_url)}</span>
            <span className="sr-only">{t.history.openLink}</span>
            <Icon name="external" size={16} />
          </a>
        )}
        {isCutOff(entry) && (
          <p className="mt-1 text-meta text-ink-2">
            {t.history.cutOff(entry.ads_read_count, shortNames[source])}
          </p>
        )}
        {leftOut.length > 0 && (
          <LeftOut sentence={t.history.leftOut(leftOut.join(', '))} groups={entry.left_out} />
        )}
        {sentence && entry.status === 'failed' && <p className="mt-1 text-meta text-ink-2">{sentence}</p>}
      </div>
      <p className="text-meta text-ink-2 md:text-right">
        {entry.status === 'completed' && (
          <b className="font-semibold text-ink">{t.history.added(entry.cars_added_count)} · </b>
        )}
        {format.relative(entry.scraped_at)}
      </p>
    </li>
  );
}

type Kind = HistoryEntryWire['scrape_type'];
const kinds: readonly Kind[] = ['manual', 'automatic', 'page'];
const pageSize = 10;

/** The caller's imports with their results. */
export default function HistoryPanel({ userId }: { userId: string }) {
  const t = useImportTexts();
  const [kind, setKind] = useState<Kind>('manual');
  const client = useQueryClient();
  // Whoever comes here sees how their imports ended, also one that ends meanwhile.
  useEffect(() => {
    forgetToldEnd(client);
    return () => forgetToldEnd(client);
  }, [client]);
  return (
    <section className="pt-7">
      <h2 className="text-h2 tracking-[-0.03em]">{t.history.title}</h2>
      <HistoryStats userId={userId} />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that switch a view are no form group */}
      <div role="group" aria-label={t.history.kind} className="mt-8 flex gap-2">
        {kinds.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={kind === option}
            className="h-10 max-md:h-11 rounded-md border border-rule-2 px-3.5 text-meta hover:bg-paper-2 aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-accent"
            onClick={() => setKind(option)}
          >
            {t.history[option]}
          </button>
        ))}
      </div>
      <HistoryList key={kind} userId={userId} kind={kind} />
    </section>
  );
}

function HistoryStats({ userId }: { userId: string }) {
  const t = useImportTexts();
  const { data } = useQuery({
    queryKey: [...queryKeys.history, 'stats', userId],
    queryFn: ({ signal }) => call('GET /api/scrape-history/{id}/stats', { params: { id: userId }, signal }),
  });
  const stats = [
    [t.history.totalScrapes, data?.stats.totalScrapes],
    [t.history.carsAdded, data?.stats.totalCarsAdded],
    [t.history.last30Days, data?.stats.recentScrapes],
  ] as const;
  return (
    <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-4">
      {stats.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-meta font-semibold text-ink-2">{name}</dt>
          <dd className="text-[56px]/14 font-semibold tracking-[-0.05em]">
            {value === undefined ? '–' : formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function HistoryList({ userId, kind }: { userId: string; kind: Kind }) {
  const t = useImportTexts();
  const [pages, setPages] = useState(1);
  // Refetch all pages, since a new import shifts every row.
  const { data, error, isPlaceholderData, isPending } = useQuery({
    queryKey: [...queryKeys.history, kind, userId, pages],
    queryFn: ({ signal }) => {
      const fetchPage = (_: unknown, place: number) =>
        call('GET /api/scrape-history/{id}', {
          params: { id: userId },
          query: { page: String(place + 1), pageSize: String(pageSize), scrapeType: kind },
          signal,
        });
      return Promise.all(Array.from({ length: pages }, fetchPage));
    },
    placeholderData: keepPreviousData,
  });
  const entries = data?.flatMap((page) => page.history) ?? [];
  const total = data?.[0]?.totalCount ?? 0;
  if (error) {
    const isAbsent = error instanceof ApiError && error.status === 404;
    return (
      <div className="mt-6">
        <MessageBox kind="error">{isAbsent ? t.history.notActivated : t.history.loadFailed}</MessageBox>
      </div>
    );
  }
  if (isPending) return <p className="mt-6 text-control text-ink-2">{t.common.loading}</p>;
  if (entries.length === 0) return <EmptyState title={t.history.empty} text={t.history.emptyText} />;
  return (
    <>
      <ul className="mt-4 border-t border-rule">
        {entries.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.length < total && (
        <Button
          look="secondary"
          className="mt-6"
          disabled={isPlaceholderData}
          onClick={() => setPages(pages + 1)}
        >
          {t.history.loadMore}
        </Button>
      )}
    </>
  );
}
