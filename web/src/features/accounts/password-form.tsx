import { ApiError } from '../../api/api-error.ts';
import { useTexts } from '../../i18n/language.tsx';
import { OneButtonForm } from '../../ui/one-button-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { usePasswordSignIn } from './use-password-sign-in.ts';

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
    <OneButtonForm submit={t.accounts.logIn} onSubmit={submit} takesFocus={takesFocus}>
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
