import { useEffect, useState } from 'react';
import type { HandOver, ReadyMessage } from '#core/marketplace/button/hand-over.ts';
import {
  type HandOverRefusal,
  readHandOver,
  type TakenPage,
} from '#core/marketplace/button/read-hand-over.ts';
import { useAbout } from '../../../api/use-about.ts';
import { keepCars, waitingCars } from '../../../waiting-cars.ts';
import { isUsed, markUsed } from './used-presses.ts';

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
 * The cars of the press that opened this window. The address names the press by a nonce; the window says it back to whoever
 * opened it, and takes one message with it, from the marketplace's own pages.
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
