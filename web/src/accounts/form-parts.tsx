import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { isPasswordLongEnough } from '#core/accounts/credentials.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { adoptSession } from '../api/session.ts';
import type { Texts } from '../i18n/en.ts';
import { useTexts } from '../i18n/language.tsx';
import { waitingCars } from '../imports/waiting-link.ts';
import { paths } from '../paths.ts';
import { takeInvitation } from '../searches/kept-invitation.ts';
import { Button, button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { useGo } from '../ui/navigation.ts';
import { OneButtonForm } from '../ui/one-button-form.tsx';

type AccountFrameProps = { title: string; lead: string; children: ReactNode };

/** The narrow column of the account forms. */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  const t = useTexts();
  return (
    <div className="mx-auto w-full max-w-md px-5 py-10 md:py-20">
      <Link to={paths.home} className={`${button.quiet} inline-flex items-center gap-1.5 no-underline`}>
        <Icon name="back" size={16} />
        {t.common.backToHome}
      </Link>
      <h1 className="mt-6 text-[44px]/12 tracking-[-0.035em]">{title}</h1>
      <p className="mt-2 text-body text-ink-2">{lead}</p>
      <div className="mt-8 grid gap-5">{children}</div>
    </div>
  );
}

/** The code from a mail: four to twelve characters (core/contract/routes/accounts.ts). */
export function CodeField({ code }: { code: string }) {
  const t = useTexts();
  return (
    <TextField
      label={t.accounts.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      minLength={4}
      maxLength={12}
      defaultValue={code}
    />
  );
}

type EmailFieldProps = { value: string; onChange: (email: string) => void };

/** The e-mail address, kept when one account form replaces another. */
export function EmailField({ value, onChange }: EmailFieldProps) {
  const t = useTexts();
  return (
    <TextField
      label={t.common.email}
      name="email"
      type="email"
      autoComplete="email"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A password that is being chosen, with the rule that it must keep. */
export function NewPasswordField({ label }: { label: string }) {
  const t = useTexts();
  return (
    <TextField
      label={label}
      hint={t.accounts.passwordHint}
      name="password"
      type="password"
      autoComplete="new-password"
      required
    />
  );
}

/** The first rule that a new password breaks, in the order of the form, in words. */
export function passwordFault(password: string, repeated: string, t: Texts): string | null {
  if (password !== repeated) return t.accounts.mismatch;
  return isPasswordLongEnough(password) ? null : t.failures.password_policy;
}

const waitSeconds = 30;

/** Sends a new code; the next press has to wait for the mail. `wasSent`: a code was sent already. */
export function ResendButton(props: { wasSent: boolean; isDisabled: boolean; onPress: () => Promise<void> }) {
  const t = useTexts();
  const [left, setLeft] = useState(props.wasSent ? waitSeconds : 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const press = () => {
    setLeft(waitSeconds);
    void props.onPress();
  };
  return (
    <Button
      look="quiet"
      className="disabled:no-underline"
      disabled={props.isDisabled || left > 0}
      onClick={press}
    >
      {left > 0 ? t.accounts.resendIn(left) : t.accounts.resend}
    </Button>
  );
}

/** Signs in and leads to the start page, or to what waits: a shared list, or cars. Throws ApiError. */
export function usePasswordSignIn(): (email: string, password: string) => Promise<void> {
  const go = useGo();
  return useCallback(
    async (email, password) => {
      adoptSession(await call('POST /api/auth/sign-in', { body: { email, password } }));
      go(takeInvitation() ?? (waitingCars() === null ? paths.home : paths.receive));
    },
    [go],
  );
}

type FormProps = {
  email: string;
  takesFocus: boolean;
  onEmail: (email: string) => void;
  onUnconfirmed: (email: string) => void;
};

/** E-mail and password. Success leads to the start page, or to the cars that wait; an account without confirmation to the field for its code. */
export function PasswordForm({ email, takesFocus, onEmail, onUnconfirmed }: FormProps) {
  const t = useTexts();
  const signIn = usePasswordSignIn();
  const submit = async (fields: FormData) => {
    const address = String(fields.get('email'));
    try {
      await signIn(address, String(fields.get('password')));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'user_not_confirmed') throw error;
      onUnconfirmed(address);
    }
    return null;
  };
  return (
    <OneButtonForm submit={t.shell.logIn} onSubmit={submit} takesFocus={takesFocus}>
      <EmailField value={email} onChange={onEmail} />
      <TextField
        label={t.common.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
    </OneButtonForm>
  );
}

/** A mailed code is typed within minutes; after that the password is asked for as ever. */
const keptMs = 15 * 60_000;

type SignUp = { email: string; password: string; until: number };
let fresh: SignUp | null = null;

/**
 * Keeps what was just chosen so that its owner need not type it again behind the mailed code: in this page's memory alone,
 * nowhere that outlives it.
 */
export function keepSignUp(email: string, password: string): void {
  fresh = { email, password, until: Date.now() + keptMs };
}

/** The password of the sign-up of this address, once; null where there was none or it is too long ago. */
export function takePassword(email: string): string | null {
  const found = fresh;
  if (found?.email !== email) return null;
  fresh = null;
  return Date.now() < found.until ? found.password : null;
}
