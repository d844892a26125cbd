import type { ReactNode } from 'react';
import { dealColor } from '../ui/deal-badge.tsx';
import type { PriceLineData } from '../ui/price-line.tsx';

const steps = [1, 2, 2.5, 5, 10];

/** Round values for an axis: at most `most` of them between low and high. */
export function axisTicks(low: number, high: number, most: number): number[] {
  const rough = Math.max(1, (high - low) / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (steps.find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}

/** How many values fall in each of `count` equal bins from low to high; values outside belong to the ends. */
export function binCounts(values: readonly number[], low: number, high: number, count: number): number[] {
  const bins = new Array<number>(count).fill(0);
  for (const value of values) {
    const place = Math.floor(((value - low) / (high - low || 1)) * count);
    const bin = Math.max(0, Math.min(count - 1, place));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/** The straight line through points (least squares), or null when they all stand at one x. */
export function fitLine(points: readonly (readonly [number, number])[]): ((x: number) => number) | null {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (count < 3 || spread === 0) return null;
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  return (x) => meanY + slope * (x - meanX);
}

type Props = {
  title: string;
  summary: string;
  width: number;
  deal: PriceLineData['deal'];
  children: ReactNode;
};

/** A chart of a car among similar ones: its title, its sentence for those who do not see it, and what is drawn. */
export const ChartFigure = ({ title, summary, width, deal, children }: Props) => (
  <figure>
    <figcaption className="mb-3 text-control font-semibold">{title}</figcaption>
    <svg
      viewBox={`0 0 ${width} 250`}
      width="100%"
      role="img"
      aria-label={summary}
      className={`block text-[20px] md:text-[14px] ${dealColor[deal]}`}
    >
      {children}
    </svg>
  </figure>
);
