import type { InputHTMLAttributes } from 'react';
import { useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string;
  hint?: string;
};

/** A labelled text input, 48 px high. */
export function TextField({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-control font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="h-12 rounded-[10px] border border-field bg-surface px-4 text-body text-ink placeholder:text-ink-3"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
