import {
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import { button } from './button.ts';
import { MessageBox } from './messages.tsx';

type Props = {
  submit: string;
  /** Throws ApiError (shown as its sentence) or returns a sentence of its own to show. */
  onSubmit: (fields: FormData) => Promise<string | null>;
  /** The form has come in place of another one: the first field that is still empty takes the focus. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** A form with one button; what goes wrong is said in a red box above it. */
export function OneButtonForm({ submit, onSubmit, takesFocus = false, children }: Props) {
  const t = useTexts();
  const failureText = useFailureText();
  const isAwake = useAwake();
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
      // Should the browser ever send it by itself, what was typed must not end up in the address.
      method="post"
      className="grid gap-5"
      // A handler rather than `action`: React would empty the fields after every try.
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        const fields = new FormData(event.currentTarget);
        startTransition(() => act(fields));
      }}
    >
      {message && <MessageBox kind="error">{message}</MessageBox>}
      {children}
      {/* Not disabled while it works: a disabled button loses the focus of whoever pressed it. */}
      <button type="submit" disabled={!isAwake} aria-disabled={isPending} className={button.large}>
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
