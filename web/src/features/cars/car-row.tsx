import { memo } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { NumberPlate } from '../../ui/number-plate.tsx';
import { PriceLine } from '../../ui/price-line.tsx';
import { CarArticle } from './car-article.tsx';
import type { CarCardProps } from './car-card.tsx';
import { CarMeta } from './car-meta.tsx';
import { CarPhoto } from './car-photo.tsx';
import { CarTitleLink } from './car-title-link.tsx';
import { CardFindings } from './card-findings.tsx';
import { CardMenu } from './card-menu.tsx';
import { GapText } from './gap-text.tsx';
import { priceLineOf } from './market-gap.ts';
import { MarketRange } from './market-range.tsx';
import { priceText } from './price-text.ts';
import { RemoveButton } from './remove-button.tsx';
import { StarButton } from './star-button.tsx';

/** The same facts as the card, lying down: photo, words, and the price with its line on the right. */
export const CarRow = memo(function CarRow({
  car,
  isEager = false,
  isVisited = false,
  isPlain = false,
  removal,
}: CarCardProps) {
  const t = useTexts();
  return (
    <CarArticle
      car={car}
      className="relative grid grid-cols-[112px_1fr] gap-x-4 gap-y-1.5 sm:gap-y-3 sm:grid-cols-[168px_1fr] lg:grid-cols-[168px_1fr_240px_auto] lg:gap-x-6"
    >
      <div className="self-start overflow-hidden rounded-lg bg-paper-2">
        <CarPhoto url={car.image_urls[0]} isEager={isEager} />
        {car.plate && (
          <div className="bg-paper pt-1.5 sm:hidden">
            <NumberPlate plate={car.plate} />
          </div>
        )}
      </div>
      <div className="min-w-0 pr-12 lg:pr-0">
        <DealBadge deal={car.deal} />
        <h3 className="mt-1 text-body/5 sm:text-h3">
          <CarTitleLink car={car} isVisited={isVisited} />
        </h3>
        <p className="mt-1 text-meta text-ink-2">
          <CarMeta car={car} isVisited={isVisited} />
          {car.city && <span className="sm:hidden">{`\u00a0· ${car.city}`}</span>}
        </p>
        <CardFindings findings={car.findings} />
        <div className="mt-2 flex flex-wrap max-sm:hidden items-center gap-x-3 gap-y-1">
          {car.city && <span className="text-meta text-ink-2">{car.city}</span>}
          {car.plate && <NumberPlate plate={car.plate} />}
        </div>
      </div>
      <div className="col-span-2 lg:col-span-1">
        <div className="flex flex-wrap items-baseline gap-x-3 lg:block">
          <p className="text-[26px]/8 font-semibold tracking-[-0.03em]">{priceText(car, t)}</p>
          <GapText car={car} className="text-control font-semibold" />
        </div>
        {!isPlain && <PriceLine data={priceLineOf(car)} />}
        <p className="text-caption text-ink-3 max-sm:hidden">
          <MarketRange car={car} />
        </p>
      </div>
      <div className="absolute top-0 right-0 flex flex-col lg:static">
        <StarButton car={car} className="relative" />
        <CardMenu car={car} />
        {removal && <RemoveButton car={car} removal={removal} />}
      </div>
    </CarArticle>
  );
});
