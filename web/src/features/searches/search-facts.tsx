import type { ReactNode } from 'react';
import { sourceOfHref } from '#core/marketplace/source-of-href.ts';
import { formatDate, formatRelative } from '../../i18n/format.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { minutesUntil, timeLeft } from './time-left.ts';
import type { Search } from './use-searches.ts';

export function SearchFacts({ search }: { search: Search }) {
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
      {run.failure
        ? importFailures(sourceOfHref(search.search_url))[run.failure]
        : t.searches.lastResult(run.cars_found, run.cars_new)}
      <span className="block text-caption text-ink-3">{formatRelative(run.at, now, t.time, language)}</span>
    </>
  );
}
