import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string;
  hint?: string;
  /** Why the value was refused. */
  error?: string;
};

/** A labelled text input, 48 px high, with a show button for passwords. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
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
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          className={`h-12 rounded-[10px] border ${error ? 'border-poor' : 'border-field'} bg-surface pl-4 text-body text-ink placeholder:text-ink-3 ${isPassword ? 'pr-20' : 'pr-4'}`}
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
      {error && (
        <p id={`${id}-error`} role="alert" className="text-meta text-poor">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

type SelectFieldProps<T> = {
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  onChange: (value: T) => void;
  className?: string;
};

/** A native select styled like the other fields, with our own arrow. */
export function SelectField<T extends string | number>(props: SelectFieldProps<T>) {
  const { label, value, options, onChange, className = '' } = props;
  return (
    <span className={`relative block ${className}`}>
      <select
        aria-label={label}
        value={value}
        className="h-11 w-full appearance-none truncate rounded-lg border border-field bg-surface pr-9 pl-3 text-control text-ink"
        onChange={({ target }) => onChange(options[target.selectedIndex]![0])}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} className="pointer-events-none absolute top-3.5 right-3" />
    </span>
  );
}

/** The same under its label; for readers of a screen the field is named by itself. */
export function LabelledSelect<T extends string | number>(props: SelectFieldProps<T>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-control font-semibold">
        {props.label}
      </span>
      <SelectField {...props} />
    </div>
  );
}

type CheckBoxProps = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Of the label: its place, height and size of text. */
  className: string;
  children: ReactNode;
};

/** A checkbox with its label. */
export function CheckBox({ isChecked, onChange, className, children }: CheckBoxProps) {
  return (
    <label className={`${className} items-center gap-3`}>
      <input
        type="checkbox"
        checked={isChecked}
        className="tick rounded-[5px]"
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

type RangeSliderProps = {
  /** Positions 0–100 of the lower and the upper thumb. */
  value: readonly [number, number];
  labels: readonly [string, string];
  describe: (position: number, thumb: 0 | 1) => string;
  onChange: (value: [number, number]) => void;
  onCommit: () => void;
};

/** Two native range inputs over one track: keyboard, touch and screen readers for free. */
export function RangeSlider({ value, labels, describe, onChange, onCommit }: RangeSliderProps) {
  const move = (thumb: 0 | 1, position: number) =>
    onChange(
      thumb === 0 ? [Math.min(position, value[1]), value[1]] : [value[0], Math.max(position, value[0])],
    );
  return (
    <div className="relative -my-3 h-11">
      <div className="absolute inset-x-0 top-[21px] h-0.5 bg-rule-2" />
      <div
        className="absolute top-[21px] h-0.5 bg-accent"
        style={{ left: `${value[0]}%`, right: `${100 - value[1]}%` }}
      />
      {([0, 1] as const).map((thumb) => (
        <input
          key={thumb}
          type="range"
          min={0}
          max={100}
          value={value[thumb]}
          aria-label={labels[thumb]}
          aria-valuetext={describe(value[thumb], thumb)}
          className="range-thumb -left-[13.5px]! w-[calc(100%+27px)]!"
          onChange={(event) => move(thumb, Number(event.target.value))}
          onPointerUp={onCommit}
          onBlur={onCommit}
        />
      ))}
    </div>
  );
}
