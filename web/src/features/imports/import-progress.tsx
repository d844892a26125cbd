import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { useImportTexts } from '../../i18n/import-texts.ts';

const segments = [
  ['segmentScraping', 25],
  ['segmentOcr', 50],
  ['segmentTjekbil', 75],
  ['segmentCompleted', 100],
] as const;

type Props = { status: Pick<ScrapeStatusWire, 'status' | 'percent' | 'carsFound' | 'carsDone'> };

/** How far an import is, what is happening, how many cars are ready, and its four steps. */
export function ImportProgress({ status }: Props) {
  const t = useImportTexts();
  const cars = status.carsFound > 0 ? t.imports.soFar(status.carsDone, status.carsFound) : t.imports.none;
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
      <div aria-hidden="true" className="mt-3.5 grid grid-cols-4 gap-1 text-caption text-ink-3">
        {segments.map(([name, percent]) => (
          <div
            key={name}
            className={`border-t-4 pt-2 ${status.percent >= percent ? 'border-accent' : 'border-band'} ${status.percent === percent ? 'font-semibold text-ink' : ''}`}
          >
            {t.imports[name]}
          </div>
        ))}
      </div>
    </>
  );
}
