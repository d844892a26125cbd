import { useState } from 'react';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.ts';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { OneButtonForm } from '../ui/one-button-form.tsx';
import { Button } from '../ui/press.tsx';
import {
  AccountFrame,
  CodeField,
  EmailField,
  ResendButton,
  takePassword,
  usePasswordSignIn,
} from './form-parts.tsx';

type Props = {
  email: string;
  code: string;
  /** Registered a moment ago: a code is on its way. */
  isNew?: boolean;
  onConfirmed: (email: string) => void;
  onBack: () => void;
};

/** The field for the mailed code, with a way to have another one sent. */
export function ConfirmAccount({ email: knownEmail, code, isNew = false, onConfirmed, onBack }: Props) {
  const t = useTexts();
  const signIn = usePasswordSignIn();
  const failureText = useFailureText();
  const [email, setEmail] = useState(knownEmail);
  const [note, setNote] = useState<{ kind: 'error' | 'success'; text: string } | null>(null);
  const confirm = async (fields: FormData) => {
    await call('POST /api/auth/confirm', { body: { email, code: String(fields.get('code')) } });
    const password = takePassword(email);
    // Who chose it minutes ago in this page need not type it again; whatever stops that is for the log-in form to say.
    const isIn =
      password !== null &&
      (await signIn(email, password).then(
        () => true,
        () => false,
      ));
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
