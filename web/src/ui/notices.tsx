import { useSyncExternalStore } from 'react';
import { afterPicture } from '../app/next-picture.ts';
import { useTexts } from '../i18n/language.tsx';

type Notice = { id: number; text: string; undo: (() => void) | undefined };

const shownForMs = 6_000;
const mostShown = 3;

const none: Notice[] = [];
let notices = none;
let lastId = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function change(next: Notice[]): void {
  notices = next;
  tell();
}

/**
 * Shows a message, with undo if given, for six seconds. It waits until the pressed button has been painted: in the same
 * paint, the notice would double the delay.
 */
export function notify(text: string, undo?: () => void): void {
  lastId += 1;
  const id = lastId;
  notices = [...notices.slice(1 - mostShown), { id, text, undo }];
  afterPicture(tell);
  setTimeout(() => change(notices.filter((notice) => notice.id !== id)), shownForMs);
}

/** Removes the notices of a person who has signed out. */
export function clearNotices(): void {
  change(none);
}

/** The one place where notices appear; a polite live region. */
export function Notices() {
  const t = useTexts();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
    () => none,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--tray,0px)+1rem)] z-40 grid justify-items-center gap-2 md:bottom-[calc(var(--tray,0px)+1.5rem)]"
    >
      {shown.map((notice) => (
        <div
          key={notice.id}
          className="pointer-events-auto fade-in flex max-w-lg items-center gap-4 rounded-xl bg-ink px-4 py-3 text-control text-paper shadow-floating"
        >
          <span>{notice.text}</span>
          {notice.undo && (
            <button
              type="button"
              className="font-semibold underline underline-offset-4"
              onClick={() => {
                change(notices.filter((other) => other.id !== notice.id));
                notice.undo?.();
              }}
            >
              {t.common.undo}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
