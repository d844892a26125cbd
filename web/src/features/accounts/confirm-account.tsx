import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { OneButtonForm } from '../../ui/one-button-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';

type Props = { email: string; code: string; onConfirmed: (email: string) => void; onBack: () => void };

/** The field for the mailed code, with a way to have another one sent. */
export function ConfirmAccount({ email: knownEmail, code, onConfirmed, onBack }: Props) {
  const t = useTexts();
  const failureText = useFailureText();
  const [email, setEmail] = useState(knownEmail);
  const [note, setNote] = useState<{ kind: 'error' | 'success'; text: string } | null>(null);
  const confirm = async (fields: FormData) => {
    await call('POST /api/auth/confirm', { body: { email, code: String(fields.get('code')) } });
    onConfirmed(email);
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
        <button type="button" className={button.quiet} disabled={!email} onClick={() => void resend()}>
          {t.accounts.resend}
        </button>
        <button type="button" className={button.quiet} onClick={onBack}>
          {t.accounts.backToLogin}
        </button>
      </div>
    </AccountFrame>
  );
}
