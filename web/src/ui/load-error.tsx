import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { Button } from './button.tsx';
import { MessageBox } from './messages.tsx';

/** `lead` says what failed, before the reason. */
type LoadErrorProps = { error: Error; lead?: string; onRetry: () => unknown; className: string };

/** Why something could not be loaded, and the way to try again. */
export function LoadError({ error, lead, onRetry, className }: LoadErrorProps) {
  const t = useTexts();
  const failureText = useFailureText();
  return (
    <div className={`grid justify-items-start gap-4 ${className}`}>
      <MessageBox kind="error">{[lead, failureText(error)].filter(Boolean).join(' ')}</MessageBox>
      <Button look="secondary" onClick={() => void onRetry()}>
        {t.common.tryAgain}
      </Button>
    </div>
  );
}
