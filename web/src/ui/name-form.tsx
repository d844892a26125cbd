import { type FormEvent, useId, useState } from 'react';
import { limits } from '#core/payments/plan.ts';
import { isUnseen } from '#core/shared.ts';
import { useFailureText } from '../i18n/text-parts.ts';
import { Button } from './button.tsx';
import { MessageBox } from './messages.tsx';

type Props = {
  label: string;
  action: string;
  initial?: string;
  placeholder?: string;
  /** Whether the field shows its own label because no heading stands beside it. */
  showsLabel?: boolean;
  focuses?: boolean;
  /** Explains an empty name, if one is allowed. */
  emptyMeans?: string;
  /** Saves a name, blank only if allowed. May throw ApiError, whose message is shown. */
  onSubmit: (name: string) => Promise<void> | void;
  onCancel?: () => void;
};

/** A form with one name field and one button. */
export function NameForm(props: Props) {
  const { label, action, initial = '', placeholder, showsLabel = false, focuses = false } = props;
  const id = useId();
  const failureText = useFailureText();
  const [name, setName] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await props.onSubmit(name.trim());
      setName(initial);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className={showsLabel ? 'text-control font-semibold' : 'sr-only'}>
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={name}
          maxLength={limits.nameLength}
          placeholder={placeholder}
          aria-describedby={props.emptyMeans && `${id}-empty`}
          // biome-ignore lint/a11y/noAutofocus: the reader has just asked to type here
          autoFocus={focuses}
          className="h-10 max-md:h-11 min-w-0 grow rounded-lg border border-field bg-surface px-3 text-control placeholder:text-ink-3"
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !props.onCancel) return;
            // Escape cancels the form and must not close the dialog around it.
            event.preventDefault();
            props.onCancel();
          }}
        />
        <Button
          type="submit"
          look="primary"
          disabled={isBusy || (isUnseen(name) && !(props.emptyMeans && name.trim() === ''))}
        >
          {action}
        </Button>
      </div>
      {props.emptyMeans && (
        <p id={`${id}-empty`} className="text-meta text-ink-2">
          {props.emptyMeans}
        </p>
      )}
      {failure && <MessageBox kind="error">{failure}</MessageBox>}
    </form>
  );
}
