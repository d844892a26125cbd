import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
  className?: string;
};

/** A native select in the look of the other fields, with our own arrow. */
export function SelectField({ label, value, onChange, children, className = '' }: Props) {
  return (
    <span className={`relative block ${className}`}>
      <select
        aria-label={label}
        value={value}
        className="h-11 w-full appearance-none truncate rounded-lg border border-field bg-surface pr-9 pl-3 text-control text-ink"
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
      <Icon name="down" size={16} className="pointer-events-none absolute top-3.5 right-3" />
    </span>
  );
}
