import type { Deal } from '#core/valuation/valuation.ts';
import { useTexts } from '../i18n/language.tsx';
import { DealMark, dealColor } from './deal-mark.tsx';

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
