import { useEffect, useRef, useState } from 'react';
import { noUpperPriceDkk } from '#core/search/no-limits.ts';
import { nearestPosition, priceAt, stepWidthDkk } from '#core/search/price-scale.ts';
import { useFilterTexts } from '../../i18n/filter-texts.ts';
import { formatKroner, formatNumber } from '../../i18n/format.ts';
import { RangeSlider } from '../../ui/range-slider.tsx';
import { NumberField } from './number-field.tsx';
import { readMaximum, readMinimum } from './typed-bounds.ts';

type Props = {
  minDkk: number;
  maxDkk: number;
  histogram: number[];
  onChange: (minDkk: number, maxDkk: number) => void;
};

/** Driven straight by the address the slider lost key presses: it moves by itself and tells after a pause or on release. */
const commitAfterMs = 150;

/**
 * The thumbs' places and their prices. A price that changes from outside (reset, chip, back) moves the thumbs; one that
 * this slider told itself does not, since the thumbs may have moved on meanwhile.
 */
function useThumbs({ minDkk, maxDkk, onChange }: Omit<Props, 'histogram'>) {
  const [positions, setPositions] = useState<[number, number]>([
    nearestPosition(minDkk),
    nearestPosition(maxDkk),
  ]);
  const told = useRef([minDkk, maxDkk]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (told.current[0] === minDkk && told.current[1] === maxDkk) return;
    told.current = [minDkk, maxDkk];
    setPositions([nearestPosition(minDkk), nearestPosition(maxDkk)]);
  }, [minDkk, maxDkk]);
  const commit = ([low, high]: [number, number]) => {
    clearTimeout(timer.current);
    // A typed price between two steps stays as typed while its thumb stands still.
    const nextMin = low === nearestPosition(minDkk) ? minDkk : priceAt(low);
    const nextMax = high === nearestPosition(maxDkk) ? maxDkk : priceAt(high);
    if (nextMin === minDkk && nextMax === maxDkk) return;
    told.current = [nextMin, nextMax];
    onChange(nextMin, nextMax);
  };
  const move = (next: [number, number]) => {
    setPositions(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(next), commitAfterMs);
  };
  return { positions, move, commit: () => commit(positions) };
}

export function PriceFilter({ histogram, ...prices }: Props) {
  const t = useFilterTexts();
  const { minDkk, maxDkk, onChange } = prices;
  const { positions, move, commit } = useThumbs(prices);
  const priceOf = (position: number) =>
    position >= 100 ? t.filters.noLimit : formatKroner(priceAt(position));

  return (
    <fieldset className="border-t border-rule pt-5 pb-6">
      <legend className="float-left text-control font-semibold">{t.filters.price}</legend>
      <div className="clear-both pt-3">
        <PriceHistogram counts={histogram} range={positions} label={t.filters.histogram} />
        <RangeSlider
          value={positions}
          labels={[t.filters.minLabel, t.filters.maxLabel]}
          describe={priceOf}
          onChange={move}
          onCommit={commit}
        />
      </div>
      <div className="mt-4 flex items-center gap-2">
        <NumberField
          label={t.filters.min}
          name={t.filters.minLabel}
          text={minDkk > 0 ? formatNumber(minDkk) : '0'}
          onCommit={(text) => onChange(Math.min(readMinimum(text), maxDkk), maxDkk)}
        />
        <span className="text-ink-3">–</span>
        <NumberField
          label={t.filters.max}
          name={t.filters.maxLabel}
          text={maxDkk < noUpperPriceDkk ? formatNumber(maxDkk) : t.filters.noLimit}
          onCommit={(text) => onChange(minDkk, Math.max(readMaximum(text), minDkk))}
        />
      </div>
    </fieldset>
  );
}

type HistogramProps = { counts: number[]; range: [number, number]; label: string };

/**
 * Bars of two slider steps each, as high as there are cars to a krone: the upper steps are nine times as wide, and would
 * stand out for that alone. Those inside the chosen range are green. The square root keeps small bars visible.
 */
function PriceHistogram({ counts, range, label }: HistogramProps) {
  const bars = Array.from(
    { length: 50 },
    (_, bar) => ((counts[2 * bar] ?? 0) + (counts[2 * bar + 1] ?? 0)) / stepWidthDkk(2 * bar),
  );
  const top = Math.max(...bars) || 1;
  return (
    <svg viewBox="0 0 250 64" width="100%" role="img" aria-label={label} className="block">
      {bars.map((count, bar) => {
        const height = count === 0 ? 1 : Math.max(3, Math.sqrt(count / top) * 62);
        const isInside = bar * 2 >= range[0] && bar * 2 < range[1];
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the scale
            key={bar}
            x={bar * 5}
            y={64 - height}
            width="4"
            height={height}
            fill={isInside ? 'var(--accent)' : 'var(--band)'}
          />
        );
      })}
    </svg>
  );
}
