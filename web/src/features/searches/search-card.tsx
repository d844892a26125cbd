import { type ReactNode, useState } from 'react';
import { formatDate, formatRelative } from '../../i18n/format.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { minutesUntil, timeLeft } from './time-left.ts';
import { type Search, useChangeSearch } from './use-searches.ts';

/** One automated search: what is left of its week, when it looks next, what it found last. */
export function SearchCard({ search }: { search: Search }) {
  const t = useInboxTexts();
  const { importFailures } = useImportTexts();
  const [asks, setAsks] = useState(false);
  const { extend, cancel, isBusy } = useChangeSearch();
  return (
    <li className="border-b border-rule py-6">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-h3 font-semibold wrap-anywhere">{search.title}</h3>
        <StatusMark search={search} />
        <Origin search={search} />
      </div>
      <SearchFacts search={search} />
      {search.status === 'paused' && (
        <div className="mt-4">
          <MessageBox kind="error">
            {t.searches.pausedBecause}
            {search.paused_for && ` ${importFailures[search.paused_for]}`}
          </MessageBox>
        </div>
      )}
      {search.interval_hours > 1 && <p className="mt-3 text-meta text-ink-2">{t.searches.stretched}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className={button.secondary}
          disabled={isBusy}
          onClick={() => extend(search.id)}
        >
          {t.searches.extend}
        </button>
        <button type="button" className={button.plain} disabled={isBusy} onClick={() => setAsks(true)}>
          {t.searches.cancel}
        </button>
      </div>
      {asks && (
        <ConfirmDialog
          title={t.searches.cancelTitle}
          text={t.searches.cancelQuestion}
          confirm={t.searches.cancel}
          keep={t.searches.keep}
          onConfirm={() => cancel(search.id)}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

/** Where it looks: on the marketplace, or in our own list. */
function Origin({ search: { search_url: url } }: { search: Search }) {
  const t = useInboxTexts();
  const look = `${button.link} ml-auto text-meta`;
  if (url.startsWith('/'))
    return (
      <Link to={url} className={look}>
        {t.searches.openList}
        <Icon name="arrow" size={16} />
      </Link>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      {t.searches.openOriginal}
      <Icon name="external" size={16} />
    </a>
  );
}

function StatusMark({ search }: { search: Search }) {
  const t = useInboxTexts();
  const look = { active: 'text-amazing', paused: 'text-poor', expired: 'text-ink-3' }[search.status];
  return <span className={`text-meta font-semibold ${look}`}>{t.searches[search.status]}</span>;
}

function SearchFacts({ search }: { search: Search }) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const now = Date.now();
  const left = timeLeft(search.end_time, now);
  const hasTime = left && (left.days > 0 || left.hours > 0);
  const facts: [string, ReactNode][] = [
    [
      t.searches.remaining,
      left
        ? hasTime
          ? t.searches.days(left.days, left.hours)
          : t.searches.lessThanAnHour
        : t.searches.expired,
    ],
    [t.searches.frequency, t.searches.every(search.interval_hours)],
    [t.searches.started, formatDate(search.start_time, language)],
    [t.searches.nextRun, search.next_run ? t.searches.nextRunIn(minutesUntil(search.next_run, now)) : '–'],
    [t.searches.lastRun, <LastRun key="last" search={search} now={now} />],
  ];
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-caption text-ink-3">{name}</dt>
          <dd className="text-control">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LastRun({ search, now }: { search: Search; now: number }) {
  const t = useInboxTexts();
  const { importFailures } = useImportTexts();
  const { language } = useLanguage();
  const run = search.last_run;
  if (!run) return t.searches.noRunYet;
  return (
    <>
      {run.failure ? importFailures[run.failure] : t.searches.lastResult(run.cars_found, run.cars_new)}
      <span className="block text-caption text-ink-3">{formatRelative(run.at, now, t.time, language)}</span>
    </>
  );
}
