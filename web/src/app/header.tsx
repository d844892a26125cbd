import { lazy, Suspense, useState } from 'react';
import { useSignOut } from '../accounts/use-account.ts';
import { useSession } from '../api/session.ts';
import { languageNames } from '../i18n/format.ts';
import { useLanguage, useTexts, withTexts } from '../i18n/language.tsx';
import { inboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { button } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { Menu } from '../ui/menu.tsx';
import { useGo } from '../ui/navigation.ts';
import { Button } from '../ui/press.tsx';
import { HeaderSearch } from './header-search.tsx';
import { HelpMenu, useHelpItems } from './help-menu.tsx';
import { menuButton } from './menu-button.ts';

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
