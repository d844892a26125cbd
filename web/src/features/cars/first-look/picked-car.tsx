import type { WireCar } from '#core/contract/routes/cars.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/language.tsx';
import { paths } from '../../../paths.ts';
import { dealColor } from '../../../ui/deal-mark.tsx';
import { Link } from '../../../ui/link.tsx';
import { gapWords } from '../gap-text.tsx';
import { shortenTitle } from '../market-gap.ts';
import { priceText } from '../price-text.ts';

/** A car to open first, in two lines: its title, its price and what speaks for it. */
export function PickedCar({ car }: { car: WireCar }) {
  const t = useTexts();
  // Who sees no estimate hears of the price's fall instead.
  const drop = car.valuation_avg === null ? car.price_drop : null;
  return (
    <li className="w-60 flex-none text-meta">
      <Link to={paths.car(car.id)} className="block py-1 hover:underline">
        <span className="block truncate font-semibold text-ink">{shortenTitle(car.title)}</span>
        <span className="text-ink-2">{priceText(car, t)} · </span>
        <span className={dealColor[car.deal]}>
          {drop ? t.card.dropped(formatKroner(drop.amount)) : gapWords(car, t)}
        </span>
      </Link>
    </li>
  );
}

/** Three side by side; on a phone in a line that is pushed aside. */
export const picksLine = 'flex gap-x-5 overflow-x-auto whitespace-nowrap [scrollbar-width:none]';

/** As high as they are. */
export function WaitingPicks() {
  return (
    <ul aria-hidden="true" className={picksLine}>
      {[0, 1, 2].map((place) => (
        <li key={place} className="skeleton h-12 w-60 flex-none" />
      ))}
    </ul>
  );
}
