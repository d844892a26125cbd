import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { adoptSession } from '../../api/session.ts';
import { useTexts } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { useGo } from '../../ui/navigation.ts';
import { OneButtonForm } from '../../ui/one-button-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { waitingCars } from '../../waiting-cars.ts';
import { EmailField } from './email-field.tsx';

type FormProps = {
  email: string;
  takesFocus: boolean;
  onEmail: (email: string) => void;
  onUnconfirmed: (email: string) => void;
};

/** E-mail and password. Success leads to the start page, or to the cars that wait; an account without confirmation to the field for its code. */
export function PasswordForm({ email, takesFocus, onEmail, onUnconfirmed }: FormProps) {
  const t = useTexts();
  const go = useGo();
  const signIn = async (fields: FormData) => {
    const address = String(fields.get('email'));
    try {
      adoptSession(
        await call('POST /api/auth/sign-in', {
          body: { email: address, password: String(fields.get('password')) },
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'user_not_confirmed') throw error;
      onUnconfirmed(address);
      return null;
    }
    go(waitingCars() === null ? paths.home : paths.receive);
    return null;
  };
  return (
    <OneButtonForm submit={t.accounts.logIn} onSubmit={signIn} takesFocus={takesFocus}>
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
