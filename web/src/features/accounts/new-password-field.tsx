import { useTexts } from '../../i18n/language.tsx';
import { TextField } from '../../ui/text-field.tsx';

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
