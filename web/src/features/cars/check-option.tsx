import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

type Props = { isChecked: boolean; count: string | null; onToggle: () => void; children: ReactNode };

/** A filter's checkbox with its count. */
export function CheckOption({ isChecked, count, onToggle, children }: Props) {
  return (
    <label className="flex h-11 items-center gap-2.5 text-control md:h-9">
      <span className="relative grid flex-none place-items-center">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={onToggle}
          className="peer size-5 appearance-none rounded-[5px] border border-field bg-surface checked:border-accent checked:bg-accent"
        />
        <Icon
          name="check"
          size={16}
          className="pointer-events-none absolute hidden text-on-accent peer-checked:block"
        />
      </span>
      <span className="min-w-0 truncate">{children}</span>
      {count !== null && <span className="ml-auto text-meta text-ink-3">{count}</span>}
    </label>
  );
}
