import type { ReactNode } from 'react';

/** A name and its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** Names and values under thin rules. */
export function FactList({ rows, className = '' }: { rows: readonly Fact[]; className?: string }) {
  return (
    <dl className={`${className} text-control`}>
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.75">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right font-semibold text-balance wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
