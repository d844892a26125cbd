import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isPasswordLongEnough } from '#core/accounts/credentials.ts';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { useSearch } from '../ui/navigation.ts';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import {
  AccountFrame,
  CodeField,
  EmailField,
  NewPasswordField,
  PasswordForm,
  ResendButton,
  takePassword,
  usePasswordSignIn,
} from './form-parts.tsx';

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

/** Signs in after a code was accepted; false when that fails, because the log-in form shows the reason. */
const succeeds = (signIn: Promise<void>): Promise<boolean> =>
  signIn.then(
    () => true,
    () => false,
  );

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

type Props = {
  email: string;
  code: string;
  /** Registered a moment ago: a code is on its way. */
  isNew?: boolean;
  onConfirmed: (email: string) => void;
  onBack: () => void;
};

/** The field for the mailed code, with a way to have another one sent. */
function ConfirmAccount({ email: knownEmail, code, isNew = false, onConfirmed, onBack }: Props) {
  const t = useTexts();
  const signIn = usePasswordSignIn();
  const failureText = useFailureText();
  const [email, setEmail] = useState(knownEmail);
  const [note, setNote] = useState<{ kind: 'error' | 'success'; text: string } | null>(null);
  const confirm = async (fields: FormData) => {
    await call('POST /api/auth/confirm', { body: { email, code: String(fields.get('code')) } });
    const password = takePassword(email);
    // Who chose it minutes ago in this page need not type it again.
    const isIn = password !== null && (await succeeds(signIn(email, password)));
    if (!isIn) onConfirmed(email);
    return null;
  };
  const resend = () =>
    call('POST /api/auth/resend', { body: { email } }).then(
      () => setNote({ kind: 'success', text: t.accounts.resent }),
      (error: unknown) => setNote({ kind: 'error', text: failureText(error) }),
    );
  const lead = knownEmail ? t.accounts.confirmLead(knownEmail) : t.accounts.confirmLeadNoEmail;
  return (
    <AccountFrame title={t.accounts.confirmTitle} lead={lead}>
      {note && <MessageBox kind={note.kind}>{note.text}</MessageBox>}
      <OneButtonForm submit={t.accounts.confirm} onSubmit={confirm} takesFocus>
        {!knownEmail && <EmailField value={email} onChange={setEmail} />}
        <CodeField code={code} />
      </OneButtonForm>
      <div className="flex flex-wrap justify-between gap-3">
        <ResendButton wasSent={isNew} isDisabled={!email} onPress={resend} />
        {isNew ? (
          <Link to={paths.register} className={button.quiet}>
            {t.accounts.otherAddress}
          </Link>
        ) : (
          <Button look="quiet" onClick={onBack}>
            {t.accounts.backToLogin}
          </Button>
        )}
      </div>
    </AccountFrame>
  );
}

/** `code`: the one that a mail's link brought, null where none was asked for yet. */
type ResetPasswordProps = {
  email: string;
  code: string | null;
  onSet: (email: string) => void;
  onBack: () => void;
};

/** Two steps: have a code sent, then choose a new password with it. */
function ResetPassword({ email: firstEmail, code, onSet, onBack }: ResetPasswordProps) {
  const t = useTexts();
  const signIn = usePasswordSignIn();
  const [email, setEmail] = useState(firstEmail);
  const [isSent, setSent] = useState(code !== null);
  const send = async () => {
    await call('POST /api/auth/forgot', { body: { email } });
    setSent(true);
    return null;
  };
  const set = async (fields: FormData) => {
    const password = String(fields.get('password'));
    if (!isPasswordLongEnough(password)) return t.failures.password_policy;
    await call('POST /api/auth/reset', { body: { email, code: String(fields.get('code')), password } });
    if (!(await succeeds(signIn(email, password)))) onSet(email);
    return null;
  };
  const back = (
    <Button look="quiet" className="justify-self-start" onClick={onBack}>
      {t.accounts.backToLogin}
    </Button>
  );
  const emailField = <EmailField value={email} onChange={setEmail} />;
  if (!isSent) {
    return (
      <AccountFrame title={t.accounts.forgotTitle} lead={t.accounts.forgotLead}>
        <OneButtonForm key="send" submit={t.accounts.sendCode} onSubmit={send} takesFocus>
          {emailField}
        </OneButtonForm>
        {back}
      </AccountFrame>
    );
  }
  const lead = code === null ? t.accounts.resetLead(email) : t.accounts.resetLeadFromMail;
  return (
    <AccountFrame title={t.accounts.forgotTitle} lead={lead}>
      <OneButtonForm key="set" submit={t.accounts.setPassword} onSubmit={set} takesFocus>
        {code !== null && emailField}
        <CodeField code={code ?? ''} />
        <NewPasswordField label={t.accounts.newPassword} />
      </OneButtonForm>
      {back}
    </AccountFrame>
  );
}
