import type { WireCar } from '#core/contract/routes/cars.ts';
import type { Texts } from '../../i18n/en.ts';
import { formatKroner, formatNumber } from '../../i18n/format.ts';

/** The asking price as the reader should see it: kroner, the ad's own currency, or that there is none. */
export function priceText(car: Pick<WireCar, 'price' | 'foreign_price'>, t: Texts): string {
  if (car.price > 0) return formatKroner(car.price);
  if (car.foreign_price) return `${formatNumber(car.foreign_price.amount)} ${car.foreign_price.currency}`;
  return t.card.noPrice;
}
