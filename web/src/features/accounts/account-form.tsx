import type { ReactNode } from 'react';
import { startTransition, useActionState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';

type Props = {
  submit: string;
  /** Throws ApiError (shown as its sentence) or returns a sentence of its own to show. */
  onSubmit: (fields: FormData) => Promise<string | null>;
  children: ReactNode;
};

/** A form with one button; what goes wrong is said in a red box above it. */
export function AccountForm({ submit, onSubmit, children }: Props) {
  const t = useTexts();
  const failureText = useFailureText();
  const isAwake = useAwake();
  const [message, act, isPending] = useActionState(async (_: string | null, fields: FormData) => {
    try {
      return await onSubmit(fields);
    } catch (error) {
      return failureText(error);
    }
  }, null);
  return (
    <form
      // Should the browser ever send it by itself, what was typed must not end up in the address.
      method="post"
      className="grid gap-5"
      // A handler rather than `action`: React would empty the fields after every try.
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        startTransition(() => act(fields));
      }}
    >
      {message && <MessageBox kind="error">{message}</MessageBox>}
      {children}
      <button type="submit" disabled={isPending || !isAwake} className={button.large}>
        {isPending ? t.accounts.working : submit}
      </button>
    </form>
  );
}

const neverChanges = () => () => undefined;

/** False while the page stands as it was built and the app has not taken it over: its forms cannot be sent yet. */
function useAwake(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
