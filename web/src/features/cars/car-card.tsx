import type { WireCar } from '#core/contract/routes/cars.ts';
import { useTexts } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { DealBadge } from '../../ui/deal-badge.tsx';
import { Link } from '../../ui/link.tsx';
import { NumberPlate } from '../../ui/number-plate.tsx';
import { PriceLine } from '../../ui/price-line.tsx';
import { CarArticle } from './car-article.tsx';
import { CarMeta } from './car-meta.tsx';
import { CarPhoto } from './car-photo.tsx';
import { CardMenu } from './card-menu.tsx';
import { GapText } from './gap-text.tsx';
import { priceLineOf, shortenTitle } from './market-gap.ts';
import { MarketRange } from './market-range.tsx';
import { priceText } from './price-text.ts';
import { type Removal, RemoveButton } from './remove-button.tsx';
import { StarButton } from './star-button.tsx';

export type CarCardProps = {
  car: WireCar;
  isEager?: boolean;
  isVisited?: boolean;
  /** Given where a car can be taken out of the list it is shown in. */
  removal?: Removal | undefined;
};

/** Photo, notch badge, price, gap, line, range, rule, title, facts: the order of the look. */
export function CarCard({ car, isEager = false, isVisited = false, removal }: CarCardProps) {
  const t = useTexts();
  const more = car.image_urls.length - 1;
  return (
    <CarArticle car={car} className="relative flex flex-col">
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
      <div className="mt-2">
        <PriceLine data={priceLineOf(car)} />
      </div>
      <p className="mt-0.5 text-caption text-ink-3">
        <MarketRange car={car} />
      </p>
      <h3 className="mt-3.5 border-t border-rule pt-3 text-h3 sm:text-body/5">
        <Link
          to={paths.car(car.id)}
          className={`wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent ${isVisited ? 'text-ink-2' : ''}`}
        >
          {shortenTitle(car.title)}
        </Link>
      </h3>
      <p className="mt-1 text-meta text-ink-2">
        <CarMeta car={car} isVisited={isVisited} />
      </p>
      <div className="mt-2 flex min-h-5 items-center justify-between gap-3">
        <span className="truncate text-meta text-ink-2">{car.city}</span>
        {car.plate && <NumberPlate plate={car.plate} />}
      </div>
      <div className="absolute top-2 right-2 flex gap-2">
        {removal && <RemoveButton car={car} removal={removal} />}
        <CardMenu car={car} />
        <StarButton car={car} />
      </div>
    </CarArticle>
  );
}
