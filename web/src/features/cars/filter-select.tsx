import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

type Props = { label: string; value: string; onChange: (value: string) => void; children: ReactNode };

/** A native select in the look of the panel's fields. */
export function FilterSelect({ label, value, onChange, children }: Props) {
  return (
    <span className="relative block">
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
