import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isPlateSearch } from '#core/catalog/fold-text.ts';
import {
  changeListState,
  defaultListState,
  readListState,
  type View,
  writeListState,
} from '../catalog/list-state.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { Icon } from '../ui/icon.tsx';
import { useGo, useSearch } from '../ui/navigation.ts';

const carViews: readonly View[] = ['all', 'discovered', 'starred', 'hidden'];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null;
}

/** Searches the current list, else all cars; a plate among all cars. The key "/" focuses it from anywhere. */
export function HeaderSearch({ className, onSearched }: { className: string; onSearched?: () => void }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const go = useGo();
  const { pathname } = useLocation();
  const search = useSearch();
  const query = pathname === paths.home ? (search.get('q') ?? '') : '';
  /** The last search, until the address has changed. */
  const [asked, setAsked] = useState<string | null>(null);
  const followed = useRef(query);

  // The field follows the address: removing the chip empties it. Text typed after a search stays.
  useEffect(() => {
    if (followed.current === query) return;
    followed.current = query;
    if (asked !== query) input.current!.value = query;
    setAsked(null);
  }, [query, asked]);

  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = (input.current?.value ?? '').trim();
    setAsked(q);
    const current = readListState(pathname === paths.home ? search : new URLSearchParams());
    const view = carViews.includes(current.view) ? current.view : 'all';
    // A plate means one car, wherever it is.
    const next = isPlateSearch(q)
      ? { ...defaultListState, mode: current.mode, q }
      : changeListState(current, { q, view });
    go(paths.list(writeListState(next).toString()));
    onSearched?.();
  };
  return (
    <search className={className}>
      <form
        onSubmit={submit}
        className="flex h-10 items-center gap-2.5 border-b border-field text-ink-3 focus-within:border-accent focus-within:shadow-[0_1px_var(--accent)]"
      >
        {/* Rendering the list takes time, so the pending search is shown at once. */}
        <Icon name="search" size={18} className={asked !== null && asked !== query ? 'text-accent' : ''} />
        <input
          ref={input}
          type="search"
          aria-label={t.shell.searchLabel}
          placeholder={t.shell.search}
          defaultValue={query}
          maxLength={200}
          className="h-full min-w-0 grow bg-transparent text-control text-ink outline-none placeholder:truncate placeholder:text-ink-3"
        />
        <kbd className="rounded border border-rule-2 px-1.5 font-sans text-[12px]/4.5 font-medium max-lg:hidden">
          /
        </kbd>
      </form>
    </search>
  );
}
