import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { CarListWire, UnratedAdWire } from '#core/contract/routes/cars.ts';
import { limits, prices } from '#core/payments/plan.ts';
import lockedPicture from '../assets/locked-car.svg';
import { readVisited } from '../catalog/list-state.ts';
import { formatMileage } from '../i18n/format.ts';
import { useFormat, useTexts } from '../i18n/language.tsx';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button } from '../ui/button.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { NumberPlate } from '../ui/number-plate.tsx';
import { PriceLine } from '../ui/price-line.tsx';
import {
  CarArticle,
  CarAsked,
  CarCard,
  type CarCardProps,
  CardFindings,
  CardMenu,
  CarMeta,
  CarPhoto,
  CarTitleLink,
  GapText,
  MarketRange,
  placeWords,
  priceLineOf,
  priceText,
  type Removal,
  RemoveButton,
  StarButton,
} from './car-card.tsx';

/** A car in list layout with the same facts as the card: photo, text, and the price on the right. */
export const CarRow = memo(function CarRow({
  car,
  isEager = false,
  isVisited = false,
  removal,
}: CarCardProps) {
  const t = useTexts();
  const line = priceLineOf(car);
  return (
    <CarArticle
      car={car}
      className="relative grid grid-cols-[112px_1fr] gap-x-4 gap-y-1 sm:gap-y-3 sm:grid-cols-[168px_1fr] lg:grid-cols-[168px_1fr_240px_auto] lg:gap-x-6"
    >
      <div className="self-start overflow-hidden rounded-lg bg-paper-2 sm:row-span-2">
        <CarPhoto url={car.image_urls[0]} isEager={isEager} />
        {car.plate && (
          <div className="bg-paper pt-1.5 sm:hidden">
            <NumberPlate plate={car.plate} />
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col pr-12 lg:pr-0">
        <h3 className="mt-1 text-body/5 sm:text-h3">
          <CarTitleLink car={car} isVisited={isVisited} />
        </h3>
        <div className="order-first">
          <DealBadge deal={car.deal} />
        </div>
        <p className="mt-1 text-meta text-ink-2">
          <CarMeta car={car} isVisited={isVisited} />
          {car.city && <span className="sm:hidden">{`\u00a0· ${placeWords(car, t)}`}</span>}
        </p>
        <CarAsked car={car} className="mt-0.5" />
        <div className="mt-2 flex flex-wrap max-sm:hidden items-center gap-x-3 gap-y-1">
          {car.city && <span className="text-meta text-ink-2">{placeWords(car, t)}</span>}
          {car.plate && <NumberPlate plate={car.plate} />}
        </div>
      </div>
      <div className="col-span-2 lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1">
        <div className="flex flex-wrap items-baseline gap-x-3 lg:block">
          <p className="text-[26px]/8 font-semibold tracking-[-0.03em]">{priceText(car, t)}</p>
          <GapText car={car} className="text-control font-semibold" />
        </div>
        {line && <PriceLine data={line} />}
        <p className="text-caption text-ink-3 max-sm:hidden">
          <MarketRange car={car} />
        </p>
      </div>
      {/* On a phone it has the whole width, so that it takes one line. */}
      <div className="col-span-2 empty:hidden sm:col-span-1 sm:col-start-2 sm:row-start-2">
        <CardFindings findings={car.findings} />
      </div>
      <div className="absolute top-0 right-0 flex flex-col lg:static lg:col-start-4 lg:row-span-2 lg:row-start-1">
        <StarButton car={car} className="relative" />
        <CardMenu car={car} isHidden={removal?.isReturn === true} />
        {removal && <RemoveButton car={car} removal={removal} />}
      </div>
    </CarArticle>
  );
});

type Mode = 'grid' | 'list';

/** A row without a car: a picture and what stands beside it. */
const plainRow = 'grid grid-cols-[112px_1fr] gap-4 sm:grid-cols-[168px_1fr] lg:gap-6';

/** A placeholder with the size of a card or row, so that nothing moves when the cars arrive. */
export function CardSkeleton({ mode }: { mode: Mode }) {
  if (mode === 'list') {
    return (
      <div aria-hidden="true" className={plainRow}>
        <div className="skeleton aspect-3/2 rounded-lg" />
        <div>
          <div className="skeleton h-5 w-24" />
          <div className="skeleton mt-2 h-6 w-3/5" />
          <div className="skeleton mt-2 h-5 w-2/5" />
        </div>
      </div>
    );
  }
  return (
    <div aria-hidden="true" className="flex flex-col">
      <div className="skeleton aspect-3/2 rounded-lg rounded-bl-none" />
      <div className="skeleton mt-2.5 h-10 w-2/5 sm:h-9" />
      <div className="skeleton mt-0.5 h-6 w-3/5 sm:h-5" />
      <div className="mt-2 aspect-[274/30]" />
      <div className="skeleton mt-0.5 h-4 w-1/2" />
      <div className="mt-3.5 border-t border-rule pt-3">
        <div className="skeleton h-6 w-4/5 sm:h-5" />
      </div>
      <div className="skeleton mt-1 h-5 w-2/5" />
      <div className="mt-2 h-5" />
    </div>
  );
}

type LockedCardProps = { mode: Mode; onUpgrade: OpenUpgrade };

/** A locked amazing deal: the picture is a drawing, and the markup holds no fact of the car. */
export function LockedCard({ mode, onUpgrade }: LockedCardProps) {
  const t = useTexts();
  const format = useFormat();
  const isRow = mode === 'list';
  return (
    <article
      className={`relative ${isRow ? 'grid grid-cols-[112px_1fr] gap-x-4 sm:grid-cols-[168px_1fr] lg:gap-x-6' : 'flex flex-col'}`}
    >
      <div className="relative self-stretch overflow-hidden rounded-lg rounded-bl-none bg-paper-2">
        <img
          src={lockedPicture}
          alt=""
          width={600}
          height={400}
          loading="lazy"
          className="photo aspect-3/2"
        />
        {!isRow && (
          <>
            <span className="absolute inset-x-0 top-[calc(50%-32px)] mx-auto flex h-10 w-max items-center gap-2 rounded-lg bg-accent pr-4 pl-3 text-control font-semibold text-on-accent">
              <Icon name="lock" size={18} />
              {t.card.premiumOnly}
            </span>
            <div className="notch">
              <DealBadge deal="amazing" />
            </div>
          </>
        )}
      </div>
      <div className="min-w-0">
        {isRow && <DealBadge deal="amazing" />}
        <p
          className={`${isRow ? 'text-[26px]/8' : 'mt-2.5 text-[36px]/10 sm:text-[30px]/9'} font-semibold text-ink-3`}
        >
          <span className="sr-only">{t.card.lockedPrice}</span>
          <span aria-hidden="true">•••.••• kr.</span>
        </p>
        <p className="mt-0.5 text-body/5 font-semibold text-amazing">{t.card.lockedGap}</p>
        <p className="mt-0.5 text-caption text-ink-3">{t.card.lockedNote}</p>
        <h3 className={`text-body/5 ${isRow ? 'mt-2' : 'mt-3.5 border-t border-rule pt-3'}`}>
          {t.card.lockedTitle}
        </h3>
        <p className="mt-1 text-meta text-ink-2">
          {t.card.lockedOffer(limits.boostDays, format.euro(prices.deal_finder_boost))}
        </p>
        <Button
          look="primary"
          className="mt-3 after:absolute after:inset-0"
          onClick={() => onUpgrade('locked_car')}
        >
          {t.card.unlock}
        </Button>
      </div>
    </article>
  );
}

/** Cards per step: more than a window shows, and few enough for a slow phone to render between two presses. */
const step = 6;

/** Cards of the first step: as many as a phone's window shows at most. */
const firstStep = 2;

type Known = { id: string };

/**
 * How many cars to render: a few, then more after each paint, so that a press never waits for thirty cards. None are rendered
 * together with a new screen. Changes within a page keep what is rendered; another page and another layout start again.
 * `isWhole` renders all at once.
 */
export function useGradually(cars: readonly Known[], mode: Mode, isWhole: boolean): number {
  const [drawn, setDrawn] = useState({ cars, mode, count: isWhole ? Number.POSITIVE_INFINITY : 0 });
  let { count } = drawn;
  if (drawn.cars !== cars || drawn.mode !== mode) {
    const before = new Set(drawn.cars.map(({ id }) => id));
    if (drawn.mode !== mode || !cars.some(({ id }) => before.has(id))) count = step;
    setDrawn({ cars, mode, count });
  }
  useEffect(() => {
    if (count < cars.length)
      startTransition(() =>
        setDrawn((now) =>
          now.cars === cars && now.mode === mode
            ? { cars, mode, count: count === 0 ? firstStep : count + step }
            : now,
        ),
      );
  }, [cars, mode, count]);
  return count;
}

type CarGridProps = {
  cars: readonly (CarListWire['cars'][number] | PlacedAd)[];
  mode: Mode;
  onUpgrade: OpenUpgrade;
  removal?: Removal | undefined;
  /** Without the filter column there is room for four. */
  isWide?: boolean;
  /** Renders all cars at once, to restore a scroll position. */
  isWhole?: boolean;
};

const gridClass = 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2';
const rowsClass = 'grid gap-y-3 sm:gap-y-5';
const rowClass = 'border-b border-rule pb-3 sm:pb-5';
/** With the height that the tallest card has: what is not laid out yet must not reach over the next one. */
const itemClasses = {
  grid: 'card-ground [--size:520px] sm:[--size:465px]',
  list: `${rowClass} [--size:267px] xl:[--size:150px]`,
};
/** The photos of the first row are loaded first. */
const eagerCount = 3;

/** Memoised: thirty cards are most of a list's rendering work. */
export const CarGrid = memo(function CarGrid({
  cars,
  mode,
  onUpgrade,
  removal,
  isWide = false,
  isWhole = false,
}: CarGridProps) {
  const count = useGradually(cars, mode, isWhole);
  const visited = useMemo(() => new Set(readVisited()), []);
  const itemClass = itemClasses[mode];
  const Item = mode === 'grid' ? CarCard : CarRow;
  return (
    <ul
      className={mode === 'grid' ? `${gridClass} ${isWide ? 'lg:grid-cols-4' : 'xl:grid-cols-3'}` : rowsClass}
    >
      {cars.map((car, place) =>
        place < count ? (
          <li
            key={car.id}
            className={`${isWhole || 'ad' in car || car.locked ? '' : 'drawn-in-sight'} ${itemClass}`}
          >
            {'ad' in car ? (
              <UnratedAd ad={car.ad} mode={mode} />
            ) : car.locked ? (
              <LockedCard mode={mode} onUpgrade={onUpgrade} />
            ) : (
              <Item
                car={car}
                isEager={place < eagerCount}
                isVisited={visited.has(car.id)}
                removal={removal}
              />
            )}
          </li>
        ) : (
          <li key={car.id} className={`h-(--size) ${itemClass}`} />
        ),
      )}
    </ul>
  );
});

export function GridSkeleton({ mode, count }: { mode: Mode; count: number }) {
  return (
    <div className={mode === 'grid' ? `${gridClass} xl:grid-cols-3` : rowsClass}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={place} className={`drawn-in-sight ${itemClasses[mode]}`}>
          <CardSkeleton mode={mode} />
        </div>
      ))}
    </div>
  );
}

/** An ad of a running import in its car's place; null where nothing of it may be shown. */
export type PlacedAd = { id: string; ad: UnratedAdWire | null };

/** An ad that is not rated yet, until its car stands here. */
function UnratedAd({ ad, mode }: { ad: UnratedAdWire | null; mode: Mode }) {
  const t = useTexts();
  return (
    <div className={mode === 'list' ? plainRow : ''}>
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
