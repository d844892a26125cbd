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
    <li className="mb-2 text-meta">
      <Link to={paths.car(car.id)} className="block hover:underline max-md:py-2.5">
        <span className="block truncate font-semibold text-ink">{shortenTitle(car.title)}</span>
        <span className="text-ink-2">{priceText(car, t)} · </span>
        <span className={dealColor[car.deal]}>
          {drop ? t.card.dropped(formatKroner(drop.amount)) : gapWords(car, t)}
        </span>
      </Link>
    </li>
  );
}

/** As high as three of them. */
export function WaitingPicks() {
  return (
    <ul aria-hidden="true">
      {[0, 1, 2].map((place) => (
        <li key={place} className="skeleton mb-2 h-15 md:h-10" />
      ))}
    </ul>
  );
}
