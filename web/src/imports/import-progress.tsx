import { useState } from 'react';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { useImportTexts } from '../i18n/text-parts.ts';

const segments = [
  ['segmentScraping', 25],
  ['segmentOcr', 50],
  ['segmentTjekbil', 75],
  ['segmentCompleted', 100],
] as const;

type Counted = Pick<ScrapeStatusWire, 'carsFound' | 'carsDone'>;

/** How many of the cars that were found are ready, and where ads went that are counted no more. */
export function useCarsOf({ carsFound, carsDone }: Counted): string {
  const t = useImportTexts();
  // Fewer than before: ads of one car were joined.
  const [most, setMost] = useState(carsFound);
  if (carsFound > most) setMost(carsFound);
  const joined = most - carsFound;
  const counted = carsFound > 0 ? t.imports.soFar(carsDone, carsFound) : t.imports.none;
  return joined > 0 ? `${counted} · ${t.imports.joined(joined)}` : counted;
}

/** The four steps of an import, done up to here. */
export function ImportSteps({ percent, isSlim = false }: { percent: number; isSlim?: boolean }) {
  const t = useImportTexts();
  return (
    <div
      aria-hidden="true"
      className={`grid grid-cols-4 gap-1 text-caption text-ink-3 ${isSlim ? 'mt-1.5' : 'mt-3.5'}`}
    >
      {segments.map(([name, reached]) => (
        <div
          key={name}
          className={`border-t-4 ${percent >= reached ? 'border-accent' : 'border-band'} ${isSlim ? '' : 'pt-2'} ${percent === reached ? 'font-semibold text-ink' : ''}`}
        >
          {!isSlim && t.imports[name]}
        </div>
      ))}
    </div>
  );
}

type Props = { status: Pick<ScrapeStatusWire, 'status' | 'percent'> & Counted };

/** How far an import is, what is happening, how many cars are ready, and its four steps. */
export function ImportProgress({ status }: Props) {
  const t = useImportTexts();
  const cars = useCarsOf(status);
  return (
    <>
      <div className="mt-3 flex items-end gap-3">
        <b className="text-[44px]/10 font-semibold tracking-[-0.04em] text-accent">{status.percent}%</b>
        <p className="text-meta text-ink-2">
          {t.imports[status.status]}
          <br />
          {cars}
        </p>
      </div>
      <ImportSteps percent={status.percent} />
    </>
  );
}
