import type { ShownCar } from '#core/contract/routes/cars.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { priceLineOf } from './market-gap.ts';

/** The market range in words, under the price line; or what unlocks it; or a dash. */
export function MarketRange({ car }: { car: ShownCar }) {
  const t = useTexts();
  const line = priceLineOf(car);
  if (line) return t.card.market(formatNumber(line.lowDkk), formatNumber(line.highDkk));
  return car.deal === 'no_estimate' ? t.card.marketUnknown : t.card.unlockEstimate;
}
