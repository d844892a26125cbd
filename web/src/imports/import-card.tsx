import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useAbout } from '../api/queries.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useFailureText, useImportTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button, button } from '../ui/button.tsx';
import { CheckBox } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { LinkField, oneLine } from '../ui/link-field.tsx';
import { LinkOutcome, useReadLink } from '../ui/link-outcome.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';
import { setWaitingImports, useWaitingImports } from './kept-imports.ts';
import { PageDrop } from './page-drop.tsx';
import { forgetToldEnd, isRunning, useImportStatus } from './use-import-status.ts';
import { useStartImport } from './use-start-import.ts';

export type Usage = { scrapes_used: number; scrapes_limit: number | null };

type AllowanceProps = { usage: Usage | undefined; left: number | null; onUpgrade: OpenUpgrade };

function AllowanceText({ usage, left, onUpgrade }: AllowanceProps) {
  const t = useImportTexts();
  if (!usage) return <p className="min-h-5 text-meta" />;
  if (left === null || usage.scrapes_limit === null)
    return <p className="text-meta text-ink-3">{t.imports.unlimited}</p>;
  if (left > 0) return <p className="text-meta text-ink-3">{t.imports.left(left, usage.scrapes_limit)}</p>;
  return (
    <p className="text-meta text-poor">
      {t.failures.limit_reached}{' '}
      <button
        type="button"
        className="font-semibold underline underline-offset-3"
        onClick={() => onUpgrade('limit_reached')}
      >
        {t.shell.upgrade}
      </button>
    </p>
  );
}

/** The largest towns, by what Marketplace calls them in its addresses. */
const towns = [
  ['København', 'copenhagen'],
  ['Aarhus', 'aarhus'],
  ['Odense', 'odense'],
  ['Aalborg', 'aalborg'],
] as const;
const newestCars = (slug: string) =>
  `https://www.facebook.com/marketplace/${slug}/vehicles?maxPrice=100000&sortBy=creation_time_descend`;
const mostShown = 3;

type FirstImportProps = { isDisabled: boolean; onPick: (url: string, name: string) => void };

/** Searches that start with one press, for who has no link at hand: the demo's own, or the newest cars of a large town. */
function FirstImport({ isDisabled, onPick }: FirstImportProps) {
  const t = useImportTexts();
  const { language } = useLanguage();
  const about = useAbout();
  const demo = about?.demo?.links
    .filter(({ kind }) => kind === 'search')
    .slice(0, mostShown)
    .map((link) => ({ url: link.url, label: (language === 'da' && link.danishTitle) || link.title }));
  const searches =
    demo ?? towns.map(([town, slug]) => ({ url: newestCars(slug), label: t.imports.newestIn(town) }));
  // One line of a fixed height, wherever the answer is: nothing moves when it comes.
  return (
    <div className="mt-2 -mr-5 flex h-13 items-center gap-2 overflow-x-auto pr-5 pb-1 whitespace-nowrap [mask-image:linear-gradient(90deg,#000_85%,transparent)] [scrollbar-width:none] md:mr-0 xl:[mask-image:none]">
      <span className="mr-1 text-meta text-ink-2 max-md:sr-only">{t.imports.firstLead}</span>
      {about &&
        searches.map(({ url, label }) => (
          <Button
            key={url}
            disabled={isDisabled}
            look="secondary"
            className="flex-none"
            onClick={() => onPick(url, label)}
          >
            {label}
          </Button>
        ))}
    </div>
  );
}

type ImportCardProps = {
  /** A link typed before signing in, or chosen elsewhere. */
  initialLink: string;
  usage: Usage | undefined;
  onStarted: (jobId: string) => void;
  /** Hears the link when the reader asked to have it repeated. */
  onFollow: (url: string) => void;
  onUpgrade: OpenUpgrade;
  /** Nothing was imported here before: searches that start with one press stand below. */
  isFirst?: boolean;
};

/** No web app is shared with there; a Shortcut is. */
const isIphone = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

/** The import card: a link field with its button; the other ways to import stand behind "More ways". */
export function ImportCard({
  initialLink,
  usage,
  onStarted,
  onFollow,
  onUpgrade,
  isFirst = false,
}: ImportCardProps) {
  const t = useImportTexts();
  const failureText = useFailureText();
  const [link, setLink] = useState(() => oneLine(initialLink));
  const [isPressed, setPressed] = useState(false);
  const readLink = useReadLink();
  const [isFollowed, setFollowed] = useState(false);
  const [isOpened, setOpen] = useState(false);
  const status = useImportStatus();
  const client = useQueryClient();
  const about = useAbout();
  const start = useStartImport((jobId) => {
    setLink('');
    onStarted(jobId);
  });
  const waiting = useWaitingImports();
  const left =
    usage && usage.scrapes_limit !== null ? Math.max(0, usage.scrapes_limit - usage.scrapes_used) : null;

  // A double click can arrive before the first press has been rendered.
  const isUnderWay = useRef(false);
  const standInLine = (url: string, name: string) => {
    const isThere = waiting.some((one) => one.url === url);
    if (!isThere) setWaitingImports([...waiting, { url, name }]);
    notify(
      t.imports.inLine(isThere ? waiting.findIndex((one) => one.url === url) + 1 : waiting.length + 1, name),
    );
    setLink('');
    if (isFollowed) onFollow(url);
    setFollowed(false);
  };
  const begin = (url: string, name: string) => {
    if (isUnderWay.current) return;
    if (left !== null && left <= waiting.length) {
      onUpgrade('limit_reached');
      return;
    }
    if (isRunning(status)) return standInLine(url, name);
    // Remove messages of the previous import.
    forgetToldEnd(client);
    isUnderWay.current = true;
    start.mutate(url, {
      onSettled: () => {
        isUnderWay.current = false;
      },
      onSuccess: () => {
        if (isFollowed) onFollow(url);
        setFollowed(false);
      },
    });
  };
  const allowance = <AllowanceText usage={usage} left={left} onUpgrade={onUpgrade} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const reading = await readLink(link);
    if (reading?.isOk !== false) begin(link.trim(), reading?.name ?? link.trim());
  };
  const isOff = about?.importsEnabled === false;
  // Where we visit nothing ourselves, what a reader's own browser hands over is the way.
  const isOpen = isOff || isOpened;
  return (
    <section aria-label={t.imports.submit} className="lg:py-1.5">
      {isOff ? (
        <p className="max-w-[70ch] text-meta text-ink-2">{t.imports.switchedOff}</p>
      ) : (
        <>
          <div className="flex items-center gap-2">
            <LinkField
              value={link}
              label={t.home.linkLabel}
              placeholder={t.home.linkPlaceholder}
              action={
                start.isPending
                  ? t.imports.running
                  : isRunning(status)
                    ? t.imports.submitNext
                    : t.imports.submit
              }
              shortAction={t.imports.submitShort}
              isDisabled={link.trim() === '' || start.isPending}
              size="small"
              onChange={(typed) => {
                setLink(typed);
                setPressed(false);
              }}
              onSubmit={submit}
            />
            <Button
              aria-expanded={isOpen}
              aria-label={t.imports.moreWays}
              look="quiet"
              className="h-12 min-w-11 flex-none justify-center text-meta whitespace-nowrap"
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="file" size={20} className="sm:hidden" />
              <span className="max-sm:hidden">{t.imports.moreWaysShort}</span>
            </Button>
          </div>
          <LinkOutcome link={link} isPressed={isPressed} />
          {isFirst && <FirstImport isDisabled={start.isPending} onPick={begin} />}
        </>
      )}
      {(isOpen || left === 0) && <div className="mt-2">{allowance}</div>}
      {start.error && (
        <div className="mt-3 max-w-[720px]">
          <MessageBox kind="error">
            <b className="block font-semibold">{t.imports.startFailed}</b>
            {failureText(start.error)}
            {start.error instanceof ApiError && start.error.code === 'limit_reached' && (
              <Button look="quiet" className="ml-2 text-inherit" onClick={() => onUpgrade('limit_reached')}>
                {t.shell.upgrade}
              </Button>
            )}
          </MessageBox>
        </div>
      )}
      {/* Beside each other where there is room: the cars are what a reader came for. */}
      <div className="gap-x-8 md:flex">
        {!isOff && (isOpen || link !== '') && (
          <CheckBox
            // On a phone there is no room for it above the cars before there is a link to repeat.
            className={`mt-2 flex min-h-11 w-fit flex-none cursor-pointer text-meta text-ink-2 ${link === '' ? 'max-md:hidden' : ''}`}
            isChecked={isFollowed}
            onChange={setFollowed}
          >
            {t.imports.follow}
          </CheckBox>
        )}
        {isOpen && (
          <div className="min-w-0">
            <PageDrop onStarted={onStarted} />
          </div>
        )}
      </div>
      {/* A phone has no bookmarks bar. */}
      {isOpen && (
        <p
          className={`mt-2 flex flex-wrap gap-x-6 text-meta text-ink-2 ${about?.platesEnabled || isIphone() ? '' : 'max-md:hidden'}`}
        >
          <Link to={paths.button} className={`${button.quiet} text-meta max-md:hidden`}>
            {t.imports.button}
          </Link>
          {isIphone() && (
            <Link to={`${paths.button}#iphone`} className={`${button.quiet} text-meta`}>
              {t.imports.shortcut}
            </Link>
          )}
          {about?.platesEnabled && (
            <Link to={paths.check} className={`${button.quiet} text-meta`}>
              {t.imports.plate}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}
