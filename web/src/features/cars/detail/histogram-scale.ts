import type { PriceLineData } from '../../../ui/price-line.tsx';
import { axisTicks, binCounts } from './chart-scale.ts';

export const chart = { width: 540, floor: 220, tallest: 150, bins: 16 } as const;

/** A label needs this much room (px of the drawing) on its side of the line. */
const labelRoom = 120;
const tickRoom = 40;

/** Everything the price histogram draws, measured: where prices stand, how high the bars are, where labels fit. */
export function histogramScale(line: PriceLineData, prices: readonly number[]) {
  const all = [...prices, line.priceDkk, line.lowDkk, line.highDkk];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = (most - least) * 0.04 || 1_000;
  const [low, high] = [least - margin, most + margin];
  const share = (dkk: number) => (dkk - low) / (high - low);
  const x = (dkk: number) => share(dkk) * chart.width;
  // Near the edge a label would leave the picture: it then stands on the other side of its line.
  const goesLeft = (dkk: number, wantsLeft: boolean) =>
    wantsLeft ? x(dkk) > labelRoom : x(dkk) > chart.width - labelRoom;
  const isBelow = line.priceDkk <= line.avgDkk;
  return {
    x,
    counts: binCounts(prices, low, high, chart.bins),
    ownBin: Math.min(chart.bins - 1, Math.floor(share(line.priceDkk) * chart.bins)),
    ticks: axisTicks(low, high, 4).filter((tick) => x(tick) > tickRoom && x(tick) < chart.width - tickRoom),
    isBelow,
    ownAnchor: goesLeft(line.priceDkk, isBelow) ? 'end' : 'start',
    marketAnchor: goesLeft(line.avgDkk, !isBelow) ? 'end' : 'start',
  } as const;
}
