import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { useCounts } from './use-car-list.ts';

/** The more digits stand side by side, the smaller they are: a phone has room for all three counts of a large catalog. */
function sizeFor(digits: number): string {
  if (digits <= 9) return 'text-[56px] md:text-[84px]';
  if (digits <= 12) return 'text-[42px] md:text-[64px] lg:text-[84px]';
  return 'text-[30px] md:text-[48px] xl:text-[64px]';
}

const show = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

/** Amazing, fair and all listings in one line, for readers who come for the cars. `isOfAll` is said where a part of them is shown. */
export function SmallCounts({ isOfAll }: { isOfAll: boolean }) {
  const t = useTexts();
  const { data } = useCounts();
  const number = 'text-body font-semibold sm:text-h3 tracking-[-0.03em]';
  return (
    <section
      aria-label={t.list.countsLabel}
      className="flex flex-wrap items-center justify-between gap-x-3 whitespace-nowrap max-lg:w-full sm:gap-x-5 lg:flex-nowrap"
    >
      {isOfAll && <p className="text-meta font-semibold text-ink-2">{t.list.everywhere}</p>}
      <p className="flex items-baseline gap-1.5">
        <b className={`${number} text-amazing`}>{show(data?.amazing)}</b> <DealBadge deal="amazing" />
      </p>
      <p className="flex items-baseline gap-1.5">
        <b className={number}>{show(data?.fair)}</b> <DealBadge deal="fair" />
      </p>
      <p className="flex items-baseline gap-1.5">
        <b className={number}>{show(data?.total)}</b>{' '}
        <span className="text-meta font-semibold text-ink-2">{t.list.totalShort}</span>
      </p>
    </section>
  );
}

/** The hero: amazing, fair and all listings, with their proportions as one bar. */
export function HeroCounts() {
  const t = useTexts();
  const { data } = useCounts();
  const parts = data
    ? ([
        ['amazing', data.amazing, 'bg-amazing'],
        ['fair', data.fair, 'bg-fair'],
        ['poor', data.poor, 'bg-poor'],
        ['no_estimate', data.no_estimate, 'bg-band'],
      ] as const)
    : [];
  const digits = data ? `${data.amazing}${data.fair}${data.total}`.length : 0;
  const number = `block leading-14 font-semibold tracking-[-0.05em] md:leading-20 md:tracking-[-0.055em] ${sizeFor(digits)}`;
  return (
    <section aria-label={t.list.countsLabel} className="max-w-[720px]">
      <div className="flex justify-between gap-6 sm:justify-start sm:gap-12">
        <p>
          <b className={`${number} text-amazing`}>{show(data?.amazing)}</b> <DealBadge deal="amazing" />
        </p>
        <p>
          <b className={number}>{show(data?.fair)}</b> <DealBadge deal="fair" />
        </p>
        <p>
          <b className={number}>{show(data?.total)}</b>{' '}
          <span className="text-meta font-semibold text-ink-2">{t.list.total}</span>
        </p>
      </div>
      <div
        role="img"
        aria-label={
          data ? t.list.proportions(data.amazing, data.fair, data.poor, data.no_estimate) : t.common.loading
        }
        className="mt-5 flex h-1 gap-[3px]"
      >
        {parts.map(
          ([name, value, color]) =>
            value > 0 && <span key={name} className={color} style={{ flexGrow: value }} />,
        )}
        {!data?.total && <span className="grow bg-band" />}
      </div>
    </section>
  );
}
