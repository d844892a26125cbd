import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';

const waitSeconds = 30;

/** Sends a code anew; a mail takes a while, so the next press waits for it. `wasSent`: one is on its way already. */
export function ResendButton(props: { wasSent: boolean; isDisabled: boolean; onPress: () => Promise<void> }) {
  const t = useTexts();
  const [left, setLeft] = useState(props.wasSent ? waitSeconds : 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const press = () => {
    setLeft(waitSeconds);
    void props.onPress();
  };
  return (
    <button
      type="button"
      className={`${button.quiet} disabled:no-underline`}
      disabled={props.isDisabled || left > 0}
      onClick={press}
    >
      {left > 0 ? t.accounts.resendIn(left) : t.accounts.resend}
    </button>
  );
}
