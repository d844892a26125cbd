import type { ReactNode } from 'react';

type Props = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Of the label: its place, height and size of text. */
  className: string;
  children: ReactNode;
};

/** The browser's own checkbox in the product's colour, with its label. */
export function CheckBox({ isChecked, onChange, className, children }: Props) {
  return (
    <label className={`${className} items-center gap-3`}>
      <input
        type="checkbox"
        checked={isChecked}
        className="size-5 flex-none accent-accent"
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
