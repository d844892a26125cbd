import { useState } from 'react';
import { languages } from '#core/shared.ts';
import { useSession } from '../api/session.ts';
import { languageNames } from '../i18n/format.ts';
import { useFormat, useLanguage } from '../i18n/language.tsx';
import { useAccountTexts } from '../i18n/text-parts.ts';
import { PaymentHistory } from '../payments/payment-history.tsx';
import { PlanCard, type PlanResult, UsageCard } from '../payments/plan-card.tsx';
import { useUpgrade } from '../payments/upgrade.tsx';
import { renews, usePlan, useUsage } from '../payments/use-plan.ts';
import { Button } from '../ui/button.tsx';
import { FactList, MembersNotice, MessageBox, useTitle } from '../ui/messages.tsx';
import { AccessTokens } from './access-tokens.tsx';
import { AccountData } from './account-data.tsx';
import { useAccount, useSignOut } from './use-account.ts';

/** English or Danish, for the app and for what is mailed. */
function LanguageSetting() {
  const t = useAccountTexts();
  const { language, choose } = useLanguage();
  return (
    <fieldset>
      <legend className="w-full border-b border-ink pb-2.5 text-h3 font-semibold">
        {t.profile.language}
      </legend>
      <div className="mt-2">
        {languages.map((value) => (
          <label key={value} className="flex h-11 cursor-pointer items-center gap-3 text-control">
            <input
              type="radio"
              name="language"
              checked={language === value}
              className="tick rounded-full"
              onChange={() => choose(value)}
            />
            <span lang={value}>{languageNames[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export default function Profile() {
  const t = useAccountTexts();
  const session = useSession();
  useTitle(t.profile.title);
  if (session.status === 'loading') return <p className="column py-16 text-ink-2">{t.common.loading}</p>;
  if (session.status === 'signed_in') return <Account email={session.session.user.email} />;
  return (
    <MembersNotice heading={t.profile.title} title={t.profile.signInTitle} text={t.profile.signInText} />
  );
}

function Account({ email }: { email: string }) {
  const t = useAccountTexts();
  const openUpgrade = useUpgrade();
  const signOut = useSignOut();
  const [result, setResult] = useState<PlanResult | null>(null);
  const leave = () => signOut(t.profile.erased);
  return (
    <div className="column py-10 md:py-16">
      <h1 className="sr-only">{t.profile.title}</h1>
      <Person email={email} onSignOut={() => signOut()} />
      {result && (
        <div className="mt-8">
          <MessageBox kind={result.kind} onDismiss={() => setResult(null)}>
            {result.text}
          </MessageBox>
        </div>
      )}
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-12 md:mt-14 lg:grid-cols-[minmax(0,1fr)_384px] lg:gap-x-20">
        <div className="grid content-start gap-12">
          <PlanCard onUpgrade={() => openUpgrade()} onResult={setResult} />
          <PaymentHistory />
        </div>
        <div className="grid content-start gap-12">
          <UsageCard />
          <AccountInformation email={email} />
          <LanguageSetting />
          <AccessTokens />
          <AccountData email={email} onErased={leave} />
        </div>
      </div>
    </div>
  );
}

function Person({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  const t = useAccountTexts();
  // A long address breaks before its @ and not inside a name.
  const at = email.indexOf('@');
  return (
    <div className="flex items-center gap-x-5 max-md:gap-x-3">
      <span
        aria-hidden="true"
        className="grid size-16 flex-none place-items-center rounded-full bg-tint text-[28px] max-md:size-12 font-semibold text-accent uppercase"
      >
        {email[0]}
      </span>
      <p className="min-w-0 grow text-[22px]/7 font-semibold tracking-[-0.015em] wrap-anywhere max-md:text-body">
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </p>
      <Button look="secondary" onClick={onSignOut}>
        {t.shell.signOut}
      </Button>
    </div>
  );
}

/** The account in a few lines: since when, which plan, when money is next taken, how much was used. */
function AccountInformation({ email }: { email: string }) {
  const t = useAccountTexts();
  const format = useFormat();
  const { data: account } = useAccount();
  const { plan, state } = usePlan();
  const { data: usage } = useUsage();
  const rows: [string, string][] = [
    [t.common.email, email],
    [t.profile.memberSince, account ? format.date(account.member_since) : '–'],
    [t.profile.currentPlan, state === 'loading' ? '–' : t.plans.name[plan.plan_type]],
    [t.profile.nextBilling, renews(plan) ? format.date(plan.current_period_end) : t.profile.noBilling],
    [t.profile.monthlyScrapes, usage ? String(usage.scrapes_used) : '–'],
  ];
  return (
    <section>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.profile.account}</h2>
      <FactList rows={rows} />
    </section>
  );
}
