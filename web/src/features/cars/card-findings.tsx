import { Suspense } from 'react';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { Icon } from '../../ui/icon.tsx';

type Findings = WireCar['findings'];
/** A car of a recorded import has none. */
type Props = { findings: Findings | undefined };

/** How much a car's page names to look out for before buying; nothing where it names nothing. */
export function CardFindings({ findings }: Props) {
  if (!findings || findings.count === 0) return null;
  const color = findings.heavy > 0 ? 'font-semibold text-poor' : 'text-ink-2';
  return (
    <p className={`mt-1 flex min-h-6 items-start gap-1.5 text-meta text-balance ${color}`}>
      <Icon name={findings.heavy > 0 ? 'warning' : 'help'} size={16} className="mt-0.5" />
      <Suspense>
        <Words {...findings} />
      </Suspense>
    </p>
  );
}

function Words({ count, heavy }: Findings) {
  const { toCheck } = useFilterTexts();
  return heavy === count ? toCheck.important(count) : toCheck.some(count, heavy);
}
