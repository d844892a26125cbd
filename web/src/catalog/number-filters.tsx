import { useEffect, useRef, useState } from 'react';
import { noUpperPriceDkk } from '#core/catalog/card-query.ts';
import { nearestPosition, priceAt, stepWidthDkk } from '#core/catalog/number-filters.ts';
import { formatKroner, formatNumber } from '../i18n/format.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { RangeSlider } from '../ui/fields.tsx';
import { FilterGroup } from './filters.tsx';
import { useDraft } from './hooks.ts';

type NumberFieldProps = {
  /** Label for screen readers; `label` is shown in the field. */
  name: string;
  label: string;
  text: string;
  onCommit: (text: string) => void;
};

/** A number reported on blur or Enter, not on every key. */
function NumberField({ name, label, text, onCommit }: NumberFieldProps) {
  const draft = useDraft(text, onCommit);
  return (
    <label className="flex h-11 min-w-0 flex-1 items-center gap-1.5 rounded-lg border border-field bg-surface px-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
      <span aria-hidden="true" className="text-caption text-ink-3">
        {label}
      </span>
      <input
        aria-label={name}
        inputMode="numeric"
        {...draft}
        placeholder="–"
        className="w-full min-w-0 bg-transparent text-right text-control outline-none placeholder:text-ink-3"
      />
    </label>
  );
}

/** A typed lower bound: a whole number ≥ 0; anything else is 0. */
export function readMinimum(text: string): number {
  const digits = text.replace(/\D/g, '');
  return Math.min(noUpperPriceDkk, Number(digits || '0'));
}

/** A typed upper bound, clamped to 0–1,000,000; empty, zero digits or words such as "no limit" mean no limit. */
export function readMaximum(text: string): number {
  const digits = text.replace(/\D/g, '');
  return digits ? Math.min(noUpperPriceDkk, Number(digits)) : noUpperPriceDkk;
}

/** A typed year, 1900–2100; anything else is no bound. */
export function readYear(text: string): number | null {
  const year = /^\s*(\d{4})\s*$/.exec(text)?.[1];
  return year !== undefined && Number(year) >= 1900 && Number(year) <= 2100 ? Number(year) : null;
}

type PriceFilterProps = {
  minDkk: number;
  maxDkk: number;
  histogram: number[];
  onChange: (minDkk: number, maxDkk: number) => void;
};

/** The slider keeps its own position and reports it after a pause or on release; driven by the address it lost key presses. */
const commitAfterMs = 150;

/**
 * The positions of the thumbs and their prices. A price changed elsewhere (reset, chip, back button) moves the thumbs; one
 * that this slider reported does not, since the thumbs may have moved since.
 */
function useThumbs({ minDkk, maxDkk, onChange }: Omit<PriceFilterProps, 'histogram'>) {
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
    // A typed price between two steps stays exact until its thumb moves.
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

export function PriceFilter({ histogram, ...prices }: PriceFilterProps) {
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
 * Bars of two slider steps each. Their height is cars per krone, because the upper steps are nine times as wide. Bars inside
 * the chosen range are green. The square root keeps small bars visible.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
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

type YearFilterProps = {
  min: number | null;
  max: number | null;
  onChange: (min: number | null, max: number | null) => void;
};

/** Swaps bounds that were typed in reverse. */
export function YearFilter({ min, max, onChange }: YearFilterProps) {
  const t = useFilterTexts();
  const change = (low: number | null, high: number | null) =>
    low !== null && high !== null && low > high ? onChange(high, low) : onChange(low, high);
  return (
    <FilterGroup title={t.filters.year}>
      <div className="flex items-center gap-2">
        <NumberField
          label={t.filters.min}
          name={t.filters.minYear}
          text={min === null ? '' : String(min)}
          onCommit={(text) => change(readYear(text), max)}
        />
        <span className="text-ink-3">–</span>
        <NumberField
          label={t.filters.max}
          name={t.filters.maxYear}
          text={max === null ? '' : String(max)}
          onCommit={(text) => change(min, readYear(text))}
        />
      </div>
    </FilterGroup>
  );
}
