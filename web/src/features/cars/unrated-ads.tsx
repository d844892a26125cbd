import type { UnratedAdWire } from '#core/contract/routes/cars.ts';
import { formatMileage } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { CarPhoto } from './car-photo.tsx';
import { priceText } from './price-text.ts';

const row =
  'grid grid-cols-[112px_1fr] gap-4 border-b border-rule pb-3 sm:grid-cols-[168px_1fr] sm:pb-5 lg:gap-6';

type Props = { ads: readonly UnratedAdWire[]; mode: 'grid' | 'list' };

/** The ads of a running import as their marketplace shows them; each becomes a car above when it is rated. */
export function UnratedAds({ ads, mode }: Props) {
  const t = useTexts();
  return (
    <ul
      aria-label={t.card.beingRatedCount(ads.length)}
      className={
        mode === 'grid'
          ? 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 xl:grid-cols-3'
          : 'grid gap-y-3 sm:gap-y-5'
      }
    >
      {ads.map((ad, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an ad that is not rated yet has no name of its own
        <li key={place} className={mode === 'list' ? row : ''}>
          <div className="relative self-start overflow-hidden rounded-lg rounded-bl-none">
            {ad.image_url ? (
              <CarPhoto url={ad.image_url} />
            ) : (
              <div aria-hidden="true" className="skeleton aspect-3/2" />
            )}
          </div>
          <div>
            <p className={`text-meta font-semibold text-ink-2 ${mode === 'grid' ? 'mt-2.5' : ''}`}>
              {t.card.beingRated}
            </p>
            <p className="text-[24px]/8 font-semibold tracking-[-0.03em]">{priceText(ad, t)}</p>
            <h3 className="mt-1 text-h3 sm:text-body/5">{ad.title}</h3>
            <p className="mt-1 text-meta text-ink-2">
              {[ad.year, ad.mileage === null ? null : formatMileage(ad.mileage), ad.city]
                .filter(Boolean)
                .join('\u00a0· ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
