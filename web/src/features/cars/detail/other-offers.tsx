import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { marketplaceNames } from '#core/marketplace/marketplace-id.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/language.tsx';
import { Icon } from '../../../ui/icon.tsx';

type Offer = WireCarDetail['also_at'][number];

/** The car's other ads: where else it is for sale, and for how much more or less. Nothing where there are none. */
export function OtherOffers({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const priceOf = ({ price, availability }: Offer): string | null => {
    if (availability !== 'live') return availability === 'hidden' ? null : t.card[availability];
    if (price === null) return null;
    const apart = price - car.price;
    if (car.price <= 0 || apart === 0) return formatKroner(price);
    const words = apart > 0 ? t.car.alsoMore : t.car.alsoLess;
    return words(formatKroner(price), formatKroner(Math.abs(apart)));
  };
  const format = useFormat();
  /** When the ad was met, and what it asked then where it asks something else by now. */
  const pastOf = ({ item_url }: Offer): string | null => {
    const ad = car.ads.find((each) => each.item_url === item_url);
    if (!ad) return null;
    const since = format.date(ad.first_seen);
    const [first] = ad.price_history;
    return first && ad.price_history.length > 1
      ? t.car.adSinceAt(since, formatKroner(first.price))
      : t.car.adSince(since);
  };
  const offers = car.also_at.filter(({ item_url }) => /^https?:\/\//.test(item_url));
  if (offers.length === 0) return null;
  return (
    <section className="mt-6 print:mt-3">
      <h2 className="text-meta text-ink-2">{t.car.alsoAt}</h2>
      <ul className="mt-1 border-t border-rule text-control">
        {offers.map((offer) => (
          <li key={offer.item_url} className="border-b border-rule">
            <a
              href={offer.item_url}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:text-accent"
            >
              <span className="inline-flex items-center gap-1.5 underline underline-offset-4">
                {marketplaceNames[offer.source]}
                <Icon name="external" size={16} />
              </span>
              <span className="font-semibold">{priceOf(offer)}</span>
              <span className="w-full text-meta text-ink-2">{pastOf(offer)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
