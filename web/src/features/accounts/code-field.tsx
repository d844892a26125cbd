import { useTexts } from '../../i18n/language.tsx';
import { TextField } from '../../ui/text-field.tsx';

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
