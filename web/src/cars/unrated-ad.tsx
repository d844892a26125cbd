import type { UnratedAdWire } from '#core/contract/routes/cars.ts';
import { formatMileage } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { CarPhoto, priceText } from './car-card.tsx';

/** An ad of a running import in its car's place; null where nothing of it may be shown. */
export type PlacedAd = { id: string; ad: UnratedAdWire | null };

const row = 'grid grid-cols-[112px_1fr] gap-4 sm:grid-cols-[168px_1fr] lg:gap-6';

/** An ad that is not rated yet, until its car stands here. */
export function UnratedAd({ ad, mode }: { ad: UnratedAdWire | null; mode: 'grid' | 'list' }) {
  const t = useTexts();
  return (
    <div className={mode === 'list' ? row : ''}>
      <div className="relative self-start overflow-hidden rounded-lg rounded-bl-none">
        {ad?.image_url ? (
          <CarPhoto url={ad.image_url} />
        ) : (
          <div aria-hidden="true" className="skeleton aspect-3/2" />
        )}
        <div className="notch text-meta font-semibold text-ink-2">{t.card.beingRated}</div>
      </div>
      {ad ? (
        <div>
          <p
            className={`text-[36px]/10 font-semibold tracking-[-0.03em] sm:text-[30px]/9 ${mode === 'grid' ? 'mt-2.5' : ''}`}
          >
            {priceText(ad, t)}
          </p>
          <h3 className="mt-1 text-h3 sm:text-body/5">{ad.title}</h3>
          <p className="mt-1 text-meta text-ink-2">
            {[ad.year, ad.mileage === null ? null : formatMileage(ad.mileage), ad.city]
              .filter(Boolean)
              .join('\u00a0· ')}
          </p>
        </div>
      ) : (
        <div aria-hidden="true">
          <div className={`skeleton h-9 w-2/5 ${mode === 'grid' ? 'mt-2.5' : ''}`} />
          <div className="skeleton mt-2 h-5 w-4/5" />
          <div className="skeleton mt-2 h-5 w-2/5" />
        </div>
      )}
    </div>
  );
}
