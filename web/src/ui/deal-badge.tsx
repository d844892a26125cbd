import type { Deal } from '#core/valuation/valuation.ts';
import { useTexts } from '../i18n/language.tsx';

/** The text colour of a deal; marks and gaps take it from `currentColor`. */
export const dealColor: Record<Deal, string> = {
  amazing: 'text-amazing',
  fair: 'text-fair',
  poor: 'text-poor',
  no_estimate: 'text-none',
};

/** Shape says the deal without colour: ▼ amazing, ● fair, ▲ poor, ? in a ring. Drawn on 14 × 14. */
export function DealShape({ deal }: { deal: Deal }) {
  if (deal === 'amazing') return <path d="M1 2h12L7 13z" fill="currentColor" />;
  if (deal === 'fair') return <circle cx="7" cy="7" r="5.5" fill="currentColor" />;
  if (deal === 'poor') return <path d="M1 12h12L7 1z" fill="currentColor" />;
  return (
    <g fill="none" stroke="currentColor" strokeLinecap="round">
      <circle cx="7" cy="7" r="5.7" strokeWidth="1.5" />
      <path d="M5.3 5.6a1.75 1.75 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.1M7 9.9v.1" strokeWidth="1.4" />
    </g>
  );
}

export function DealMark({ deal, size = 14 }: { deal: Deal; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      aria-hidden="true"
      className={`flex-none ${dealColor[deal]}`}
    >
      <DealShape deal={deal} />
    </svg>
  );
}

/** Mark and word, always both. */
export function DealBadge({ deal, size = 14 }: { deal: Deal; size?: number }) {
  const t = useTexts();
  return (
    <span className={`inline-flex items-center gap-1.75 text-meta font-semibold ${dealColor[deal]}`}>
      <DealMark deal={deal} size={size} />
      {t.deals[deal]}
    </span>
  );
}
