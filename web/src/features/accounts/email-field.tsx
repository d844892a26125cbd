import { useTexts } from '../../i18n/language.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = { value: string; onChange: (email: string) => void };

/** An account's address, which lives on when one form gives way to the next. */
export function EmailField({ value, onChange }: Props) {
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
