/** The price line as a mark: a rule (the market) with a dot hanging below it (a price under the market). */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-2xl font-bold tracking-[-0.035em] text-ink">
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" className="text-accent">
        <path d="M2 5.5h22" stroke="var(--ink)" strokeWidth="3" strokeLinecap="round" />
        <path d="M13 7v7" stroke="currentColor" strokeWidth="2" strokeDasharray="2 2" />
        <circle cx="13" cy="19" r="5" fill="currentColor" />
      </svg>
      bilfund
    </span>
  );
}
