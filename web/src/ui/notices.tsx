import { useSyncExternalStore } from 'react';
import { afterPicture } from '../app/next-picture.ts';
import { useTexts } from '../i18n/language.tsx';
import { makeStore } from '../store.ts';

type Notice = { id: number; text: string; undo: (() => void) | undefined };

const shownForMs = 6_000;
const mostShown = 3;

const none: Notice[] = [];
const notices = makeStore(none);
let lastId = 0;

/**
 * Shows a message, with undo if given, for six seconds. It waits until the pressed button has been painted: in the same
 * paint, the notice would double the delay.
 */
export function notify(text: string, undo?: () => void): void {
  lastId += 1;
  const id = lastId;
  notices.set([...notices.get().slice(1 - mostShown), { id, text, undo }], afterPicture);
  setTimeout(() => remove(id), shownForMs);
}

const remove = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id));

/** Removes the notices of a person who has signed out. */
export function clearNotices(): void {
  notices.set(none);
}

/** The one place where notices appear; a polite live region. */
export function Notices() {
  const t = useTexts();
  const shown = useSyncExternalStore(notices.follow, notices.get, () => none);
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
                remove(notice.id);
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
