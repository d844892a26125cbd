import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isPlateSearch } from '#core/catalog/fold-text.ts';
import { useSignOut } from '../accounts/use-account.ts';
import { useSession } from '../api/session.ts';
import {
  changeListState,
  defaultListState,
  helpViews,
  readListState,
  type View,
  writeListState,
} from '../catalog/list-state.ts';
import { languageNames } from '../i18n/format.ts';
import { useLanguage, useTexts, withTexts } from '../i18n/language.tsx';
import { inboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { Menu } from '../ui/menu.tsx';
import { useGo, useSearch } from '../ui/navigation.ts';

const menuButton =
  'flex h-10 items-center gap-1 rounded-lg px-2 text-meta text-ink-2 hover:bg-paper-2 hover:text-ink';

function LanguageMenu() {
  const { language, texts: t, choose } = useLanguage();
  return (
    <div className="max-md:hidden">
      <Menu
        label={`${language.toUpperCase()}, ${t.shell.language}: ${languageNames[language]}`}
        buttonClass={menuButton}
        button={
          <>
            {language.toUpperCase()}
            <Icon name="down" size={16} />
          </>
        }
        items={[
          { id: 'en', label: languageNames.en, run: () => choose('en'), isCurrent: language === 'en' },
          { id: 'da', label: languageNames.da, run: () => choose('da'), isCurrent: language === 'da' },
        ]}
      />
    </div>
  );
}

/** On phones, the rest of the header opens with one button. */
function SmallMenu({ email }: { email: string | null }) {
  const { language, texts: t, choose } = useLanguage();
  const go = useGo();
  const openUpgrade = useUpgrade();
  const signOut = useSignOut();
  const { hasPremium } = useAccess();
  const other = language === 'en' ? 'da' : 'en';
  const place = (id: string, label: string, path: string) => ({ id, label, run: () => go(path) });
  const account = email
    ? [
        place('profile', t.shell.greeting(email.split('@')[0] ?? email), paths.profile),
        ...(hasPremium ? [] : [{ id: 'upgrade', label: t.shell.upgrade, run: () => openUpgrade() }]),
      ]
    : [place('login', t.shell.logIn, paths.login), place('register', t.shell.getStarted, paths.register)];
  const items = [
    ...account,
    ...useHelpItems(),
    { id: 'language', label: languageNames[other], run: () => choose(other) },
    ...(email ? [{ id: 'sign-out', label: t.shell.signOut, run: () => signOut() }] : []),
  ];
  return (
    <div className="md:hidden">
      <Menu label={t.shell.menu} buttonClass={button.icon} button={<Icon name="menu" />} items={items} />
    </div>
  );
}

function useHelpItems() {
  const t = useTexts();
  const go = useGo();
  return helpViews.map((view) => ({
    id: view,
    label: t.list[view],
    run: () => go(paths.view(view)),
  }));
}

function HelpMenu() {
  const t = useTexts();
  return (
    <Menu
      label={t.shell.help}
      buttonClass={button.icon}
      button={<Icon name="help" />}
      items={useHelpItems()}
    />
  );
}

const Bell = lazy(withTexts(() => import('../alerts/bell.tsx'), inboxTexts));

export function Header() {
  const session = useSession();
  const [showsSearch, setShowsSearch] = useState(false);
  const t = useTexts();
  const isSignedIn = session.status === 'signed_in';
  return (
    <header className="border-b border-rule">
      <div className="column flex h-15 items-center gap-1 md:h-18 lg:gap-3">
        <Link to={isSignedIn ? paths.view('all') : paths.home} aria-label="Bilfund" className="py-1.5">
          <Logo />
        </Link>
        <HeaderSearch className="mx-4 max-w-105 min-w-0 flex-1 max-md:hidden lg:ml-6" />
        <div className="ml-auto flex items-center gap-1 lg:gap-2">
          <Button
            look="icon"
            className="md:hidden"
            aria-label={t.shell.searchLabel}
            aria-expanded={showsSearch}
            onClick={() => setShowsSearch(!showsSearch)}
          >
            <Icon name="search" />
          </Button>
          <LanguageMenu />
          <div className="max-md:hidden">
            <HelpMenu />
          </div>
          {isSignedIn && (
            <Suspense fallback={<span className="size-10" />}>
              <Bell userId={session.session.user.id} />
            </Suspense>
          )}
          {isSignedIn && <SignedIn email={session.session.user.email} />}
          {session.status === 'signed_out' && <SignedOut />}
          <SmallMenu email={session.session?.user.email ?? null} />
        </div>
      </div>
      {showsSearch && (
        <HeaderSearch className="mx-5 mb-3 block md:hidden" onSearched={() => setShowsSearch(false)} />
      )}
    </header>
  );
}

function SignedIn({ email }: { email: string }) {
  const t = useTexts();
  const { hasPremium, isKnown } = useAccess();
  const openUpgrade = useUpgrade();
  const signOut = useSignOut();
  return (
    <>
      {isKnown &&
        (hasPremium ? (
          <span className="flex h-10 items-center gap-2 rounded-lg border border-accent px-2.5 text-control font-semibold whitespace-nowrap text-accent lg:px-4">
            <Icon name="check" size={16} />
            <span className="max-lg:sr-only">{t.shell.premiumActive}</span>
          </span>
        ) : (
          <Button look="primary" className="max-lg:hidden" onClick={() => openUpgrade()}>
            {t.shell.upgrade}
          </Button>
        ))}
      <Link
        to={paths.profile}
        className="max-w-40 truncate px-2 text-meta underline-offset-3 hover:underline max-md:hidden"
      >
        {t.shell.greeting(email.split('@')[0] ?? email)}
      </Link>
      <button type="button" className={`${menuButton} max-md:hidden`} onClick={() => signOut()}>
        {t.shell.signOut}
      </button>
    </>
  );
}

function SignedOut() {
  const t = useTexts();
  return (
    <>
      <Link to={paths.login} className={`${button.plain} max-md:hidden`}>
        {t.shell.logIn}
      </Link>
      <Link to={paths.register} className={`${button.primary} max-sm:hidden`}>
        {t.shell.getStarted}
      </Link>
    </>
  );
}

const carViews: readonly View[] = ['all', 'discovered', 'starred', 'hidden'];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null;
}

/** Searches the current list, else all cars; a plate among all cars. The key "/" focuses it from anywhere. */
function HeaderSearch({ className, onSearched }: { className: string; onSearched?: () => void }) {
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
