import type { InputHTMLAttributes } from 'react';
import { useId, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string;
  hint?: string;
};

/** A labelled text input, 48 px high. What is typed into a password can be looked at. */
export function TextField({ label, hint, ...input }: Props) {
  const id = useId();
  const t = useTexts();
  const [isShown, setShown] = useState(false);
  const isPassword = input.type === 'password';
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-control font-semibold">
        {label}
      </label>
      <div className="relative grid">
        <input
          {...input}
          {...(isShown && { type: 'text', spellCheck: false, autoCapitalize: 'none' })}
          id={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className={`h-12 rounded-[10px] border border-field bg-surface pl-4 text-body text-ink placeholder:text-ink-3 ${isPassword ? 'pr-20' : 'pr-4'}`}
        />
        {isPassword && (
          <button
            type="button"
            aria-controls={id}
            className="absolute inset-y-0 right-0 px-4 text-meta font-semibold text-ink-2 hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t.common.hide : t.common.show}
          </button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
