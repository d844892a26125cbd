import type { ReactNode } from 'react';

type Props = { title: string; text: string; children?: ReactNode };

/** What stands where nothing is: a sentence, what to do, and the way there. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="grid justify-items-start gap-3 py-12 md:py-20">
      <svg width="180" height="24" viewBox="0 0 180 24" aria-hidden="true">
        <path d="M0 12h180" stroke="var(--rule-2)" strokeDasharray="2 5" />
        <circle cx="90" cy="12" r="6" fill="var(--paper)" stroke="var(--rule-2)" strokeWidth="1.5" />
      </svg>
      <h2 className="text-h2 tracking-[-0.03em]">{title}</h2>
      <p className="max-w-[46ch] text-body text-ink-2">{text}</p>
      {children && <div className="mt-2 flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
