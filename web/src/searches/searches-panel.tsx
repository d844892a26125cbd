import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { needsOtherLink } from '#core/marketplaces/marketplace.ts';
import { shortNames, sourceOfHref } from '#core/marketplaces/marketplace-id.ts';
import type { Language } from '#core/shared.ts';
import { useAlertSettings, useSaveAlerts } from '../alerts/use-alert-settings.ts';
import { useAbout } from '../api/queries.ts';
import { useSteady } from '../catalog/hooks.ts';
import { formatDate, formatRelative } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useFailureText, useImportTexts, useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { LinkField } from '../ui/link-field.tsx';
import { LinkOutcome, useReadLink } from '../ui/link-outcome.tsx';
import { EmptyState, ErrorBox, MessageBox } from '../ui/messages.tsx';
import { ConfirmDialog } from '../ui/modal.tsx';
import { NameForm } from '../ui/name-form.tsx';
import { RuleForm } from './rule-form.tsx';
import { SearchFeed } from './search-feed.tsx';
import { type Search, useChangeSearch, useSearches, useStartSearch } from './use-searches.ts';
import { IntervalField, usualInterval, WatchInBrowser } from './watch-in-browser.tsx';

const hourMs = 3_600_000;

/** Whole days and hours from `nowMs` to an instant; null when it has passed (docs/spec.md 4: "Expired"). */
export function timeLeft(endTime: string, nowMs: number): { days: number; hours: number } | null {
  const leftMs = Date.parse(endTime) - nowMs;
  if (!(leftMs > 0)) return null;
  const hours = Math.floor(leftMs / hourMs);
  return { days: Math.floor(hours / 24), hours: hours % 24 };
}

/** Minutes until an instant, rounded up; zero when it has come. */
export function minutesUntil(instant: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - nowMs) / 60_000));
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
    ...(search.browser
      ? browserFacts(search.browser, t, language, now)
      : ([
          [t.searches.frequency, t.searches.every(search.interval_hours)],
          [t.searches.started, formatDate(search.start_time, language)],
          [
            t.searches.nextRun,
            search.next_run ? t.searches.nextRunIn(minutesUntil(search.next_run, now)) : '–',
          ],
          [t.searches.lastRun, <LastRun key="last" search={search} now={now} />],
        ] satisfies [string, ReactNode][])),
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

type Browser = NonNullable<Search['browser']>;

/** What the reader's own browser saw of a search. */
function browserFacts(
  { interval_minutes, last_seen_at, times_seen, last_found }: Browser,
  t: ReturnType<typeof useInboxTexts>,
  language: Language,
  now: number,
): [string, ReactNode][] {
  return [
    [t.searches.frequency, t.searches.browser.every(interval_minutes)],
    [
      t.searches.browser.lastSeen,
      last_seen_at ? formatRelative(last_seen_at, now, t.time, language) : t.searches.noRunYet,
    ],
    [t.searches.browser.timesSeen, t.searches.browser.times(times_seen)],
    [t.searches.browser.lastFound, last_found ? t.searches.browser.found(last_found) : '–'],
  ];
}

/** Whether the browser has not sent the search for longer than its reader wants. */
export const isOverdue = ({ interval_minutes, last_seen_at }: Browser, startTime: string, nowMs: number) =>
  nowMs - Date.parse(last_seen_at ?? startTime) > interval_minutes * 60_000;

/** The arrow keys pass the choices between: only where a reader stays, or leaves the page, counts. */
const settledMs = 800;

/** Says that only the reader's browser reads a search, how often, and when it has not done so for too long. */
function BrowserNote({ search, browser }: { search: Search; browser: Browser }) {
  const t = useInboxTexts();
  const texts = useImportTexts();
  const { changeInterval } = useChangeSearch();
  const [chosen, setChosen] = useState<number | null>(null);
  const untold = useRef<number | null>(null);
  const [listed, setListed] = useState(browser.interval_minutes);
  // The newer one of what was chosen here and what the list says.
  if (listed !== browser.interval_minutes) {
    setListed(browser.interval_minutes);
    setChosen(null);
  }
  const choose = (minutes: number) => {
    untold.current = minutes;
    setChosen(minutes);
  };
  const tell = useSteady(() => {
    const minutes = untold.current;
    untold.current = null;
    if (minutes !== null)
      changeInterval({ search_url: search.search_url, minutes }, { onError: () => setChosen(null) });
  });
  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(tell, settledMs);
    return () => clearTimeout(timer);
  }, [chosen, tell]);
  useEffect(() => tell, [tell]);
  const isRunning = search.status === 'active';
  const isLate = isRunning && isOverdue(browser, search.start_time, Date.now());
  return (
    <>
      <p className="mt-3 max-w-[70ch] text-meta text-ink-2">
        {t.searches.browser.note} {isLate && t.searches.browser.overdue(browser.interval_minutes)}{' '}
        {!browser.last_seen_at && (
          <Link to={paths.extension} className="font-semibold underline underline-offset-3">
            {texts.watch.about}
          </Link>
        )}
      </p>
      {isRunning && (
        <div className="mt-3">
          <IntervalField minutes={chosen ?? browser.interval_minutes} onChange={choose} />
        </div>
      )}
    </>
  );
}

function LastRun({ search, now }: { search: Search; now: number }) {
  const t = useInboxTexts();
  const { importFailures } = useImportTexts();
  const { language } = useLanguage();
  const run = search.last_run;
  if (!run) return search.status === 'expired' ? '–' : t.searches.noRunYet;
  return (
    <>
      {run.failure
        ? importFailures(sourceOfHref(search.search_url))[run.failure]
        : t.searches.lastResult(run.cars_found, run.cars_new)}
      <span className="block text-caption text-ink-3">{formatRelative(run.at, now, t.time, language)}</span>
    </>
  );
}

/** An automated search: time left, next run and last result. */
function SearchCard({ search }: { search: Search }) {
  const t = useInboxTexts();
  const { importFailures } = useImportTexts();
  const source = sourceOfHref(search.search_url);
  const [asks, setAsks] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [showsFeed, setShowsFeed] = useState(false);
  // Closing the form returns the focus to the button that opened it.
  const opener = useRef<HTMLButtonElement>(null);
  const { extend, cancel, isBusy } = useChangeSearch();
  return (
    <li className="border-b border-rule py-6">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Name search={search} />
        <StatusMark search={search} />
        <Origin search={search} />
      </div>
      <SearchFacts search={search} />
      {search.status === 'paused' && (
        <div className="mt-4">
          <MessageBox kind="error">
            {search.paused_for && `${importFailures(source)[search.paused_for]} `}
            {t.searches.stoppedRepeating}
            {!needsOtherLink(search.paused_for) && ` ${t.searches.extendToRetry}`}
          </MessageBox>
        </div>
      )}
      {search.browser && <BrowserNote search={search} browser={search.browser} />}
      {!search.browser && search.interval_hours > 1 && (
        <p className="mt-3 text-meta text-ink-2">{t.searches.stretched}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" disabled={isBusy} onClick={() => extend(search.id)}>
          {t.searches.extend}
        </Button>
        <Button
          ref={opener}
          look="secondary"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {t.searches.rule.open}
        </Button>
        {!search.browser && search.status !== 'expired' && (
          <Button look="secondary" aria-expanded={showsFeed} onClick={() => setShowsFeed(!showsFeed)}>
            {t.searches.feed.open}
          </Button>
        )}
        <MuteButton search={search} />
        <Button look="plain" disabled={isBusy} onClick={() => setAsks(true)}>
          {t.searches.cancel}
        </Button>
      </div>
      {isChoosing && (
        <RuleForm
          search={search}
          onClose={() => {
            setChoosing(false);
            opener.current?.focus();
          }}
        />
      )}
      {showsFeed && <SearchFeed search={search} />}
      {asks && (
        <ConfirmDialog
          title={t.searches.cancelTitle}
          text={t.searches.cancelQuestion}
          confirm={t.searches.stop}
          keep={t.searches.keep}
          onConfirm={() => cancel(search.id)}
          onClose={() => setAsks(false)}
        />
      )}
    </li>
  );
}

/** So many searches can be muted at once; the oldest may be of searches that are long over. */
const mostMuted = 50;

/** Switches the news of the search's cars off and on. */
function MuteButton({ search: { id, title } }: { search: Search }) {
  const t = useInboxTexts();
  const { data } = useAlertSettings();
  const save = useSaveAlerts();
  if (!data) return null;
  const { settings } = data;
  const isMuted = settings.muted_searches.includes(id);
  const others = settings.muted_searches.filter((other) => other !== id);
  const toggle = () =>
    save.mutate({
      ...settings,
      muted_searches: isMuted ? others : [...others, id].slice(-mostMuted),
    });
  return (
    <>
      <Button
        look="secondary"
        aria-label={isMuted ? t.searches.unmuteIt(title) : t.searches.muteIt(title)}
        disabled={save.isPending}
        onClick={toggle}
      >
        {isMuted ? t.searches.unmute : t.searches.mute}
      </Button>
      {isMuted && <p className="order-last w-full text-meta text-ink-2">{t.searches.muted}</p>}
    </>
  );
}

/** The name of the search, editable in place. */
function Name({ search: { id, title, name } }: { search: Search }) {
  const t = useInboxTexts();
  const { rename } = useChangeSearch();
  const [isRenaming, setRenaming] = useState(false);
  // Closing the form returns the focus to the button that opened it.
  const [isBack, setBack] = useState(false);
  const close = () => {
    setRenaming(false);
    setBack(true);
  };
  if (isRenaming)
    return (
      <div className="w-full max-w-xl">
        <NameForm
          label={t.searches.name}
          action={t.searches.saveName}
          initial={name ?? ''}
          placeholder={title}
          emptyMeans={t.searches.nameless}
          focuses
          onSubmit={async (typed) => {
            if (typed !== (name ?? '')) await rename(id, typed || null);
            close();
          }}
          onCancel={close}
        />
      </div>
    );
  return (
    <div className="flex items-center gap-1">
      <h3 className="text-h3 font-semibold wrap-anywhere">{title}</h3>
      <Button
        look="icon"
        // The reader was here before the form was opened
        autoFocus={isBack}
        aria-label={t.searches.rename(title)}
        onClick={() => setRenaming(true)}
      >
        <Icon name="edit" />
      </Button>
    </div>
  );
}

/** Links to what is searched: the marketplace or our own list. */
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
      {t.searches.openOriginal(shortNames[sourceOfHref(url)])}
      <Icon name="external" size={16} />
    </a>
  );
}

function StatusMark({ search }: { search: Search }) {
  const t = useInboxTexts();
  const look = { active: 'text-amazing', paused: 'text-poor', expired: 'text-ink-3' }[search.status];
  return <span className={`text-meta font-semibold ${look}`}>{t.searches[search.status]}</span>;
}

type Props = { userId: string; hasPremium: boolean; onUpgrade: OpenUpgrade };

/** The reader's automated searches and a form to add one. */
export default function SearchesPanel({ userId, hasPremium, onUpgrade }: Props) {
  const t = useInboxTexts();
  const { data, error, isPending } = useSearches(userId);
  return (
    <section className="max-w-4xl pt-7">
      <h2 className="text-h2 tracking-[-0.03em]">{t.list.subscriptions}</h2>
      <p className="mt-1 text-control text-ink-2">
        {t.searches.lead} {data && t.searches.used(data.used, data.limit)}
      </p>
      {data && data.used >= data.limit ? (
        <AtLimit hasPremium={hasPremium} onUpgrade={onUpgrade} />
      ) : (
        <AddSearch onUpgrade={onUpgrade} />
      )}
      <ErrorBox className="mt-6">{error && t.searches.loadFailed}</ErrorBox>
      {isPending && <p className="mt-6 text-control text-ink-2">{t.common.loading}</p>}
      {data && data.subscriptions.length === 0 && (
        <EmptyState title={t.searches.empty} text={t.searches.emptyText} />
      )}
      {data && data.subscriptions.length > 0 && (
        <ul className="mt-8 border-t border-rule">
          {data.subscriptions.map((search) => (
            <SearchCard key={search.id} search={search} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AtLimit({ hasPremium, onUpgrade }: Omit<Props, 'userId'>) {
  const t = useInboxTexts();
  return (
    <p className="mt-6 flex flex-wrap items-center gap-4 text-control text-ink-2">
      {hasPremium ? t.searches.limitPremium : t.searches.limitFree}
      {!hasPremium && (
        <Button look="primary" onClick={() => onUpgrade('automated_searches')}>
          {t.shell.upgrade}
        </Button>
      )}
    </p>
  );
}

function AddSearch({ onUpgrade }: Pick<Props, 'onUpgrade'>) {
  const t = useInboxTexts();
  const texts = useImportTexts();
  const [link, setLink] = useState('');
  const [isPressed, setPressed] = useState(false);
  const startSearch = useStartSearch(onUpgrade);
  const reason = useFailureText();
  const readLink = useReadLink();
  // Where we visit nothing ourselves, a reader's own browser watches the search.
  const isOff = useAbout()?.importsEnabled === false;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const reading = await readLink(link);
    if (reading && (!reading.isOk || reading.kind !== 'search')) return;
    const searchUrl = link.trim();
    startSearch.mutate(isOff ? { searchUrl, browserIntervalMinutes: usualInterval } : searchUrl, {
      onSuccess: () => setLink(''),
    });
  };
  return (
    <div className="mt-6 max-w-3xl">
      <LinkField
        value={link}
        label={t.home.linkLabel}
        placeholder={t.searches.placeholder}
        action={startSearch.isPending ? t.searches.adding : isOff ? texts.watch.start : t.searches.add}
        shortAction={t.searches.addShort}
        isDisabled={link.trim() === '' || startSearch.isPending}
        onChange={(typed) => {
          setLink(typed);
          setPressed(false);
        }}
        onSubmit={submit}
      />
      <LinkOutcome link={link} isRepeated isPressed={isPressed} />
      {isOff ? (
        <p className="mt-3 max-w-[70ch] text-meta text-ink-2">
          {texts.watch.note}{' '}
          <Link to={paths.extension} className="font-semibold underline underline-offset-3">
            {texts.watch.about}
          </Link>
        </p>
      ) : (
        <WatchInBrowser link={link} onUpgrade={onUpgrade} onStarted={() => setLink('')} />
      )}
      <ErrorBox className="mt-3">
        {startSearch.error &&
          texts.imports.followFailed(reason(startSearch.error, texts.imports.followCreateFailed))}
      </ErrorBox>
    </div>
  );
}
