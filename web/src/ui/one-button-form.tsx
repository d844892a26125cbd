import { type ReactNode, startTransition, useActionState, useEffect, useRef } from 'react';
import { useIsTakenOver } from '../api/queries.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { Button } from './button.tsx';
import { MessageBox } from './messages.tsx';

type Props = {
  submit: string;
  /** Returns a message to show, or throws ApiError, whose message is shown. */
  onSubmit: (fields: FormData) => Promise<string | null>;
  /** The form has replaced another: the first empty field takes the focus. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** A form with one button; errors appear in a red box above it. */
export function OneButtonForm({ submit, onSubmit, takesFocus = false, children }: Props) {
  const t = useTexts();
  const failureText = useFailureText();
  // The forms of a prerendered page cannot be sent yet.
  const isAwake = useIsTakenOver();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    inputs.find(({ value }) => !value)?.focus();
  }, [takesFocus]);
  const [message, act, isPending] = useActionState(async (_: string | null, fields: FormData) => {
    try {
      return await onSubmit(fields);
    } catch (error) {
      return failureText(error);
    }
  }, null);
  return (
    <form
      ref={form}
      // POST, so that a submit without JavaScript does not put the input into the address.
      method="post"
      className="grid gap-5"
      // A handler rather than `action`, because React would clear the fields after every attempt.
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        const fields = new FormData(event.currentTarget);
        startTransition(() => act(fields));
      }}
    >
      {message && <MessageBox kind="error">{message}</MessageBox>}
      {children}
      {/* Not disabled while sending: a disabled button loses the focus. */}
      <Button type="submit" disabled={!isAwake} aria-disabled={isPending} look="large">
        {isPending ? t.accounts.working : submit}
      </Button>
    </form>
  );
}
