import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { useSignOut } from '../../features/accounts/use-sign-out.ts';
import { PlanCard } from '../../features/payments/plan-card.tsx';
import { UsageCard } from '../../features/payments/usage-card.tsx';
import { useAccountTexts } from '../../i18n/account-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useUpgrade } from '../upgrade.tsx';

export default function Profile() {
  const t = useAccountTexts();
  const session = useSession();
  const openUpgrade = useUpgrade();
  const signOut = useSignOut();
  if (session.status === 'loading') return <p className="column py-16 text-ink-2">{t.common.loading}</p>;
  if (session.status === 'signed_out') {
    return (
      <div className="column">
        <h1 className="sr-only">{t.profile.title}</h1>
        <EmptyState title={t.profile.signInTitle} text={t.profile.signInText}>
          <Link to={paths.login} className={button.primary}>
            {t.shell.logIn}
          </Link>
        </EmptyState>
      </div>
    );
  }
  const { email } = session.session.user;
  return (
    <div className="column py-10 md:py-16">
      <h1 className="sr-only">{t.profile.title}</h1>
      <div className="flex flex-wrap items-center gap-5">
        <span
          aria-hidden="true"
          className="grid size-16 place-items-center rounded-full bg-tint text-[28px] font-semibold text-accent uppercase"
        >
          {email[0]}
        </span>
        <p className="min-w-0 grow text-[22px]/7 font-semibold tracking-[-0.015em] wrap-anywhere">{email}</p>
        <button type="button" className={button.secondary} onClick={signOut}>
          {t.shell.signOut}
        </button>
      </div>
      <div className="mt-12 grid gap-12 md:grid-cols-2 lg:grid-cols-3">
        <PlanCard onUpgrade={() => openUpgrade()} />
        <UsageCard />
        <LanguageSetting />
      </div>
    </div>
  );
}

function LanguageSetting() {
  const t = useAccountTexts();
  const { language, choose } = useLanguage();
  return (
    <fieldset>
      <legend className="mb-3 w-full border-b border-ink pb-2.5 text-h3 font-semibold">
        {t.profile.language}
      </legend>
      {(
        [
          ['en', 'English'],
          ['da', 'Dansk'],
        ] as const
      ).map(([value, name]) => (
        <label key={value} className="flex h-11 cursor-pointer items-center gap-3 text-control">
          <input
            type="radio"
            name="language"
            checked={language === value}
            className="size-5 accent-accent"
            onChange={() => choose(value)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
