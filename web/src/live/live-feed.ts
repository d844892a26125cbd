import { useSyncExternalStore } from 'react';
import type { LiveMessage } from '#core/contract/messages.ts';
import { call } from '../api/call.ts';
import { makeStore } from '../store.ts';

type LiveFeedHandlers = {
  onMessage: (message: LiveMessage) => void;
  /** True when the socket is open. After a gap the caller should ask again for what it may have missed. */
  onConnection: (isOpen: boolean) => void;
};

const pingEveryMs = 5 * 60_000;
/** A connection without a pong for this long is broken, for example after a phone slept or changed networks. */
const pongWithinMs = 10_000;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** Doubles from one second to a minute; `random` in [0, 1) spreads clients that lost the same server. */
export function retryDelayMs(attempt: number, random: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + random / 2);
}

/** The ticket's address may be a path of our own origin or an absolute one; a socket wants ws or wss. */
export function socketAddress(url: string, ticket: string, page: string): string {
  const address = new URL(url || '/live', page);
  address.protocol = address.protocol.replace('http', 'ws');
  if (!address.searchParams.has('ticket')) address.searchParams.set('ticket', ticket);
  return address.href;
}

/** Keeps a socket to the live feed open, with a fresh ticket each time, until the returned function is called. */
export function openLiveFeed({ onMessage, onConnection }: LiveFeedHandlers): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ping: ReturnType<typeof setInterval> | undefined;
  let missing: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let isClosed = false;

  const retry = () => {
    if (isClosed) return;
    timer = setTimeout(() => void connect(), retryDelayMs(attempt++, Math.random()));
  };
  /** Runs once per socket, whoever notices its loss first. */
  const lose = () => {
    clearInterval(ping);
    clearTimeout(missing);
    missing = undefined;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    socket = null;
    onConnection(false);
    retry();
  };
  const sendPing = () => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ action: 'ping' }));
    missing ??= setTimeout(lose, pongWithinMs);
  };
  // Check the connection as soon as the reader returns to the page.
  const lookAgain = () => {
    if (document.visibilityState === 'visible') sendPing();
  };
  document.addEventListener('visibilitychange', lookAgain);
  const connect = async () => {
    try {
      const { ticket, url } = await call('POST /api/live/ticket');
      if (isClosed) return;
      socket = new WebSocket(socketAddress(url, ticket, location.href));
    } catch {
      retry();
      return;
    }
    socket.onopen = () => {
      attempt = 0;
      onConnection(true);
      ping = setInterval(sendPing, pingEveryMs);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      // Any message proves that the connection works.
      clearTimeout(missing);
      missing = undefined;
      onMessage(JSON.parse(event.data) as LiveMessage);
    };
    socket.onclose = lose;
  };
  void connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    clearInterval(ping);
    clearTimeout(missing);
    document.removeEventListener('visibilitychange', lookAgain);
    if (socket) socket.onclose = null;
    socket?.close();
  };
}

/** Whether the live feed is open: while it is not, running things are polled (docs/spec.md 4). */
const isOpen = makeStore(false);

export const setLiveConnection = (open: boolean): void => isOpen.set(open);

export const useLiveConnection = (): boolean => useSyncExternalStore(isOpen.follow, isOpen.get, () => false);
