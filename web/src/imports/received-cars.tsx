import { type ReactNode, useEffect, useState } from 'react';
import { mostCarsOfPage } from '#core/imports/own-page.ts';
import {
  type HandedCard,
  type HandOver,
  type HandOverRefusal,
  type ReadyMessage,
  readHandOver,
  type TakenPage,
} from '#core/marketplaces/button/hand-over.ts';
import { describeLink } from '#core/marketplaces/links.ts';
import { composePage, openedPagesOf } from '#core/marketplaces/marketplaces.ts';
import { ApiError } from '../api/api-error.ts';
import { useAbout } from '../api/queries.ts';
import { useLanguage } from '../i18n/language.tsx';
import { filterTexts, useButtonTexts, useFilterTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { isText, keep, recallList } from '../storage.ts';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { useImportPage, useRefusalText } from './use-start-import.ts';
import { forgetCars, keepCars, waitingCars } from './waiting-link.ts';

const mostNamed = 4;

/** A card's longest line among its first ones is its title: the others are prices and badges. */
const longestLineOf = ({ lines }: HandedCard): string =>
  lines.slice(0, 4).reduce((longest, line) => (line.length > longest.length ? line : longest), '');

/** The titles of the first ads, so that the reader recognises the page. */
export function namesOf({ source, ads, cards }: TakenPage): string[] {
  const { idOf, titleOf } = openedPagesOf(source);
  const names = new Map<string | null, string>();
  for (const ad of ads) {
    const title = titleOf(ad);
    if (title !== null) names.set(idOf(ad), title);
  }
  for (const card of cards) if (!names.has(card.id)) names.set(card.id, longestLineOf(card));
  return [...names.values()].filter((name) => name !== '').slice(0, mostNamed);
}

type ReceivedCarsProps = { page: TakenPage; children: ReactNode };

/** What the button brought, in a few lines by which a reader knows the page again, and what can be done with it. */
export function ReceivedCars({ page, children }: ReceivedCarsProps) {
  const t = useButtonTexts();
  const words = { ...useFilterTexts().filters, ...filterTexts.read(useLanguage().language).linkWords };
  const names = namesOf(page);
  const isAd = page.kind === 'item';
  const more = page.carCount - names.length;
  return (
    <>
      <h1 className="text-[34px]/10 tracking-[-0.035em] text-balance wrap-anywhere md:text-[44px]/12">
        {isAd
          ? t.receive.ad(names[0] ?? page.path)
          : t.receive.cars(page.carCount, describeLink(page.address, words))}
      </h1>
      <p className="mt-3 text-lead text-ink-2">{isAd ? t.receive.adText : t.receive.searchText}</p>
      {!isAd && (
        <ul className="mt-6 border-t border-rule">
          {names.map((name) => (
            <li key={name} className="truncate border-b border-rule py-2.5 text-control">
              {name}
            </li>
          ))}
          {more > 0 && names.length > 0 && (
            <li className="py-2.5 text-meta text-ink-2">{t.receive.more(more)}</li>
          )}
        </ul>
      )}
      {page.carCount > mostCarsOfPage && (
        <p className="mt-3 text-meta text-ink-2">{t.receive.onlyFirst(mostCarsOfPage)}</p>
      )}
      {children}
    </>
  );
}

type ConfirmCarsProps = {
  page: TakenPage;
  onStarted: (started: { jobId: string; carsFound: number }) => void;
  onDiscarded: () => void;
  onUpgrade: OpenUpgrade;
};

/** Asks once; nothing is sent before. After a refusal the cars stay for another try. */
export function ConfirmCars({ page, onStarted, onDiscarded, onUpgrade }: ConfirmCarsProps) {
  const t = useButtonTexts();
  const explain = useRefusalText();
  const send = useImportPage(() => undefined);
  const rate = () => {
    const file = new Blob([composePage(page)], { type: 'text/html' });
    send.mutate(
      { file, query: { url: page.address, by: 'button' } },
      {
        onSuccess: (started) => {
          forgetCars();
          onStarted(started);
        },
      },
    );
  };
  const discard = () => {
    forgetCars();
    onDiscarded();
  };
  const isOver = send.error instanceof ApiError && send.error.code === 'limit_reached';
  return (
    <>
      {send.error && (
        <div className="mt-6">
          <MessageBox kind="error">
            <b className="block font-semibold">{t.imports.startFailed}</b>
            {explain(send.error)}
          </MessageBox>
        </div>
      )}
      <div className="mt-7 flex flex-wrap items-center gap-3">
        {isOver ? (
          <Button look="large" onClick={() => onUpgrade('limit_reached')}>
            {t.shell.upgrade}
          </Button>
        ) : (
          <Button look="large" disabled={send.isPending} onClick={rate}>
            {send.isPending
              ? t.receive.sending
              : page.kind === 'item'
                ? t.receive.rateAd
                : t.receive.rate(page.carCount)}
          </Button>
        )}
        <Button look="plain" disabled={send.isPending} onClick={discard}>
          {t.receive.discard}
        </Button>
      </div>
      <p className="mt-4 text-meta text-ink-2">{t.receive.cost}</p>
    </>
  );
}

/** Explains why there are no cars and what works instead. */
export function RefusedCars({ reason }: { reason: Refusal }) {
  const t = useButtonTexts();
  const isOld = reason === 'old_button';
  return (
    <>
      <h1 className="text-[34px]/10 tracking-[-0.035em] md:text-[44px]/12">{t.receive.title}</h1>
      <div className="mt-6">
        <MessageBox kind={reason === 'no_button' ? 'warning' : 'error'}>{t.refused[reason]}</MessageBox>
      </div>
      <p className="mt-6">
        <Link to={paths.button} className={isOld ? button.primary : button.secondary}>
          {isOld ? t.receive.newButton : t.receive.aboutButton}
        </Link>
      </p>
    </>
  );
}

const key = 'bilfund_presses';
const mostKept = 50;

const readUsed = () => recallList('tab', key, isText);

/** Whether this tab has used these cars already: the back button leads to the same address. */
export const isUsed = (nonce: string): boolean => readUsed().includes(nonce);

/** Without storage an old press waits in vain, and says so. */
const markUsed = (nonce: string): boolean =>
  keep('tab', key, JSON.stringify([...readUsed(), nonce].slice(-mostKept)));

/** Why a window has no cars, beside what was wrong with what it was sent. */
export type Refusal = HandOverRefusal | 'used' | 'expired' | 'no_button' | 'no_window' | 'silent';
export type Arrival =
  | { state: 'waiting' }
  | { state: 'taken'; page: TakenPage }
  | { state: 'refused'; reason: Refusal };

/** The page listens already when this window opens; a slow computer has time enough. */
const patienceMs = 10_000;

const refuse = (reason: Refusal): Arrival => ({ state: 'refused', reason });
const nonceInAddress = (): string | null => /^#([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;

/** What this window can say before anybody has written to it. */
function firstArrival(nonce: string | null): Arrival {
  if (nonce !== null) {
    if (isUsed(nonce)) return refuse('used');
    return window.opener ? { state: 'waiting' } : refuse('no_window');
  }
  const waiting = waitingCars();
  if (waiting === 'expired') return refuse('expired');
  if (!waiting) return refuse('no_button');
  // What the app of an hour ago kept names no marketplace: there was one.
  const page = waiting.page as Omit<TakenPage, 'source'> & Partial<TakenPage>;
  return { state: 'taken', page: { ...page, source: page.source ?? 'facebook' } };
}

/**
 * Receives the cars of the press that opened this window. The address holds a nonce; the window sends it back to its opener
 * and accepts one message with it, from a marketplace's own pages only.
 */
export function useHandOver(): Arrival {
  const [nonce] = useState(nonceInAddress);
  const [arrival, setArrival] = useState(() => firstArrival(nonce));
  const about = useAbout();
  const isWaiting = arrival.state === 'waiting';
  useEffect(() => {
    // The address names nothing any more that could be bookmarked or pressed again.
    if (nonce !== null) history.replaceState(history.state, '', location.pathname);
  }, [nonce]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setArrival(refuse('silent')), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  useEffect(() => {
    const opener = window.opener as Window | null;
    if (!isWaiting || nonce === null || !about || !opener) return;
    const demoOrigin = about.demo?.origin;
    const listen = ({ source, origin, data }: MessageEvent<Partial<HandOver> | null>) => {
      // Whatever else a page says to the window that it opened.
      if (source !== opener || typeof data !== 'object' || data?.bilfund === undefined) return;
      const page = readHandOver({ origin, data }, { nonce, demoOrigin });
      if (typeof page === 'string') return setArrival(refuse(page));
      markUsed(nonce);
      // Here too, so that a page loaded again still shows them.
      keepCars(page);
      setArrival({ state: 'taken', page });
    };
    addEventListener('message', listen);
    // To whoever opened it: who that is, this window does not know yet, and the nonce is theirs.
    const ready: ReadyMessage = { bilfund: 'ready', nonce };
    opener.postMessage(ready, '*');
    return () => removeEventListener('message', listen);
  }, [isWaiting, nonce, about]);
  return arrival;
}
