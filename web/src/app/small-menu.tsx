import { useSignOut } from '../accounts/use-account.ts';
import { languageNames } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { button } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { useGo } from '../ui/navigation.ts';
import { useHelpItems } from './help-menu.tsx';

/** On phones, the rest of the header opens with one button. */
export function SmallMenu({ email }: { email: string | null }) {
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
