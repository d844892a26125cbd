import type { ReactNode } from 'react';
import type { ShownCar } from '#core/contract/routes/cars.ts';
import { useTexts } from '../../i18n/language.tsx';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { NumberPlate } from '../../ui/number-plate.tsx';
import { PriceLine } from '../../ui/price-line.tsx';
import { CarMeta } from './car-meta.tsx';
import { CarPhoto } from './car-photo.tsx';
import { CardFindings } from './card-findings.tsx';
import { GapText } from './gap-text.tsx';
import { priceLineOf } from './market-gap.ts';
import { MarketRange } from './market-range.tsx';
import { priceText } from './price-text.ts';

type Props = {
  car: ShownCar;
  isEager?: boolean;
  isVisited?: boolean;
  /** No car beside it shows its market value to this reader: nothing stands where the line would. */
  isPlain?: boolean;
  /** The title, with where it leads. */
  children: ReactNode;
};

/** Photo, notch badge, price, gap, line, range, rule, title, facts: the order of the look. */
export function CarFace({ car, isEager = false, isVisited = false, isPlain = false, children }: Props) {
  const t = useTexts();
  const more = car.image_urls.length - 1;
  return (
    <>
      <div className="relative overflow-hidden rounded-lg rounded-bl-none bg-paper-2">
        <CarPhoto url={car.image_urls[0]} isEager={isEager} />
        {more > 0 && (
          <span className="absolute right-2.5 bottom-2.5 rounded-[5px] bg-paper px-2 text-[12px]/5 font-semibold">
            {t.card.morePhotos(more)}
          </span>
        )}
        <div className="notch">
          <DealBadge deal={car.deal} />
        </div>
      </div>
      <p className="mt-2.5 text-[36px]/10 font-semibold tracking-[-0.03em] sm:text-[30px]/9">
        {priceText(car, t)}
      </p>
      <GapText car={car} className="mt-0.5 text-lead/6 font-semibold sm:text-body/5" />
      {!isPlain && (
        <div className="mt-2">
          <PriceLine data={priceLineOf(car)} />
        </div>
      )}
      <p className="mt-0.5 text-caption text-ink-3">
        <MarketRange car={car} />
      </p>
      <h3 className="mt-3.5 border-t border-rule pt-3 text-h3 sm:text-body/5">{children}</h3>
      <p className="mt-1 text-meta text-ink-2">
        <CarMeta car={car} isVisited={isVisited} />
      </p>
      <CardFindings findings={car.findings} />
      {/* At the foot of the card: in a row the places stand in one line, however long the titles are. */}
      <div className="mt-auto flex min-h-5 items-center justify-between gap-3 pt-2">
        <span className="truncate text-meta text-ink-2">{car.city}</span>
        {car.plate && <NumberPlate plate={car.plate} />}
      </div>
    </>
  );
}
