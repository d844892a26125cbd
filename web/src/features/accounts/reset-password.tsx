import { useState } from 'react';
import { isPasswordLongEnough } from '#core/account/password-rule.ts';
import { call } from '../../api/call.ts';
import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';

type Props = { email: string; onSet: () => void; onBack: () => void };

/** Two steps: have a code sent, then choose a new password with it. */
export function ResetPassword({ email: firstEmail, onSet, onBack }: Props) {
  const t = useTexts();
  const [email, setEmail] = useState(firstEmail);
  const [isSent, setSent] = useState(false);
  const send = async () => {
    await call('POST /api/auth/forgot', { body: { email } });
    setSent(true);
    return null;
  };
  const set = async (fields: FormData) => {
    const password = String(fields.get('password'));
    if (!isPasswordLongEnough(password)) return t.accounts.tooShort;
    await call('POST /api/auth/reset', { body: { email, code: String(fields.get('code')), password } });
    onSet();
    return null;
  };
  const back = (
    <button type="button" className={`${button.quiet} justify-self-start`} onClick={onBack}>
      {t.accounts.backToLogin}
    </button>
  );
  if (!isSent) {
    return (
      <AccountFrame title={t.accounts.forgotTitle} lead={t.accounts.forgotLead}>
        <AccountForm key="send" submit={t.accounts.sendCode} onSubmit={send} takesFocus>
          <TextField
            label={t.common.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </AccountForm>
        {back}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={t.accounts.forgotTitle} lead={t.accounts.resetLead(email)}>
      <AccountForm key="set" submit={t.accounts.setPassword} onSubmit={set} takesFocus>
        <TextField
          label={t.accounts.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <TextField
          label={t.accounts.newPassword}
          hint={t.accounts.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          required
        />
      </AccountForm>
      {back}
    </AccountFrame>
  );
}
