import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { button } from '../ui/button.ts';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { useSearch } from '../ui/navigation.ts';
import { Button } from '../ui/press.tsx';
import { ConfirmAccount } from './confirm-account.tsx';
import { AccountFrame, PasswordForm } from './form-parts.tsx';
import { ResetPassword } from './reset-password.tsx';

type Step =
  | { name: 'sign-in' }
  | { name: 'confirm'; email: string; code: string; isNew?: boolean }
  | { name: 'reset'; code: string | null };

/** Mails link to /login?confirm=CODE and /login?reset=CODE, with &email=… or without; the same page takes a code by hand. */
function firstStep(search: URLSearchParams, registered: string | undefined): Step {
  const code = search.get('confirm');
  if (code !== null) return { name: 'confirm', email: search.get('email') ?? '', code };
  // Registration hands over the address it has just taken: its code is on the way.
  if (registered) return { name: 'confirm', email: registered, code: '', isNew: true };
  const reset = search.get('reset');
  return reset === null ? { name: 'sign-in' } : { name: 'reset', code: reset };
}

export default function SignIn() {
  const t = useTexts();
  const search = useSearch();
  const registered = (useLocation().state as { email?: string } | null)?.email;
  const [step, setStep] = useState<Step>(() => firstStep(search, registered));
  const [email, setEmail] = useState(registered ?? search.get('email') ?? '');
  const [success, setSuccess] = useState<string | null>(null);
  const [isBack, setBack] = useState(false);
  const backWith = (text: string | null, address = email) => {
    setBack(true);
    setEmail(address);
    setSuccess(text);
    setStep({ name: 'sign-in' });
  };
  if (step.name === 'confirm')
    return (
      <ConfirmAccount
        {...step}
        onConfirmed={(address) => backWith(t.accounts.confirmed, address)}
        onBack={() => backWith(null)}
      />
    );
  if (step.name === 'reset')
    return (
      <ResetPassword
        email={email}
        code={step.code}
        onSet={(address) => backWith(t.accounts.passwordSet, address)}
        onBack={() => backWith(null)}
      />
    );

  return (
    <AccountFrame title={t.shell.logIn} lead={t.accounts.logInLead}>
      {success && <MessageBox kind="success">{success}</MessageBox>}
      <PasswordForm
        email={email}
        onEmail={setEmail}
        takesFocus={isBack}
        onUnconfirmed={(address) => setStep({ name: 'confirm', email: address, code: '' })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 text-meta text-ink-2">
        <Button look="quiet" onClick={() => setStep({ name: 'reset', code: null })}>
          {t.accounts.forgot}
        </Button>
        <Button look="quiet" onClick={() => setStep({ name: 'confirm', email, code: '' })}>
          {t.accounts.haveCode}
        </Button>
        <p className="w-full">
          {t.accounts.noAccount}{' '}
          <Link to={paths.register} className={button.link}>
            {t.accounts.register}
          </Link>
        </p>
      </div>
    </AccountFrame>
  );
}
