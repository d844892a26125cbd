import { useState } from 'react';
import { isPasswordLongEnough } from '#core/accounts/credentials.ts';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import { Button } from '../ui/press.tsx';
import { AccountFrame, CodeField, EmailField, NewPasswordField, usePasswordSignIn } from './form-parts.tsx';

/** `code`: the one that a mail's link brought, null where none was asked for yet. */
type Props = { email: string; code: string | null; onSet: (email: string) => void; onBack: () => void };

/** Two steps: have a code sent, then choose a new password with it. */
export function ResetPassword({ email: firstEmail, code, onSet, onBack }: Props) {
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
    // The password is set: whatever stops signing in with it is for the log-in form to say.
    const isIn = await signIn(email, password).then(
      () => true,
      () => false,
    );
    if (!isIn) onSet(email);
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
