import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { hasCostOfOwning } from '#core/cars/cost.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { isPriceChange, isPriceOfCar } from '#core/cars/price-drop.ts';
import type { LockedCar, WireCarDetail, WireTold } from '#core/contract/routes/cars.ts';
import { marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import lockedPicture from '../assets/locked-car.svg';
import { SaveCsv } from '../catalog/csv-button.tsx';
import { useCarKeys } from '../catalog/list-keys.tsx';
import { markVisited, recallList } from '../catalog/list-state.ts';
import { formatKroner, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat, useLanguage, withTexts } from '../i18n/language.tsx';
import { huntTexts, useCarTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { HeavyFindings, LockedFindings } from '../register/findings.tsx';
import { Button, button } from '../ui/button.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { type Fact, FactList, ScreenNotice, SkeletonLines } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';
import { PriceLine } from '../ui/price-line.tsx';
import {
  ageWords,
  GapText,
  MarketRange,
  mayBeSoldWords,
  priceLineOf,
  priceText,
  stateWords,
} from './car-card.tsx';
import { CarGrid } from './car-grid.tsx';
import { Gallery } from './gallery.tsx';
import { AdText, Specifications, VehicleInformation } from './specifications.tsx';
import { useCar } from './use-car.ts';
import { useCarActions, useToggleStar } from './use-marks.ts';
import { WhyRating } from './why-rating.tsx';

/** A notice above a car that is or may be gone, with what was seen and when. */
export function GoneNotice({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const format = useFormat();
  const date = format.date(car.scraped_time);
  const mayBeSold = mayBeSoldWords(car, t);
  const told = {
    sold: [t.car.soldTitle, t.car.soldText(date)],
    gone: [t.car.goneTitle, t.car.goneText(date)],
    unseen: [t.car.unseenTitle(date), t.car.unseenText],
    offered: mayBeSold && [mayBeSold, t.car.unseenText],
  }[car.availability === 'live' || car.availability === 'pending' ? 'offered' : car.availability];
  if (!told) return null;
  const [title, text] = told;
  return (
    <div className="mb-5 flex items-start gap-3 rounded-lg border border-rule-2 bg-paper-2 px-4 py-3.5 max-md:mx-5">
      <Icon name="calendar" size={22} className="mt-0.5 text-ink-2" />
      <div>
        <p className="text-body font-semibold first-letter:uppercase">{title}</p>
        <p className="mt-0.5 text-control text-ink-2">{text}</p>
      </div>
    </div>
  );
}

function AdFacts({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const format = useFormat();
  const state = mayBeSoldWords(car, t) ?? stateWords(car, t, format.date);
  const age = ageWords(car, t);
  const rows: (Fact | false | '' | null | undefined)[] = [
    state && [t.common.status, state],
    car.listed_at
      ? [t.car.listed, [format.date(car.listed_at), age].filter(Boolean).join(' · ')]
      : age && [t.car.daysListed, age],
    [t.car.firstSeen, format.date(car.first_seen)],
    car.times_reposted > 0 && [t.car.reposted, t.car.repostedTimes(car.times_reposted)],
    // Cards count calendar days: "11h ago" may be yesterday.
    [t.car.seenFirst, (car.unseen_days > 0 ? format.date : format.relative)(car.scraped_time)],
  ];
  // A car that was looked up by its plate has no ad.
  if (car.item_url === '') return null;
  return <FactList rows={rows.filter((row) => !!row)} className="mt-6 border-t border-rule print:mt-3" />;
}

type Offer = WireCarDetail['also_at'][number];

/** The car's other ads: where else it is for sale, and for how much more or less. Nothing where there are none. */
function OtherOffers({ car }: { car: WireCarDetail }) {
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
    const last = ad.price_history.at(-1);
    // A typing error or a placeholder that was put right is no price that the car was offered at.
    return first && last && first.price !== last.price && isPriceChange(first.price, last.price)
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

type HeadlineProps = {
  car: WireCarDetail;
  isSignedIn: boolean;
  seesEstimates: boolean;
  onUpgrade: OpenUpgrade;
};

/** The number is the headline: price, gap, line. On a phone it stands above the title. */
export function Headline({ car, isSignedIn, seesEstimates, onUpgrade }: HeadlineProps) {
  const t = useCarTexts();
  const line = priceLineOf(car);
  const facts = [car.year, car.mileage === null ? null : formatMileage(car.mileage), car.city].filter(
    Boolean,
  );
  return (
    <div className="flex flex-col max-md:px-5 print:p-0">
      <div className="max-md:order-2 max-md:mt-6">
        <h1 className="text-2xl/7 tracking-[-0.025em] wrap-anywhere md:text-[30px]/[34px] md:tracking-[-0.022em]">
          {car.title}
        </h1>
        <p className="mt-2 text-control text-ink-2">{facts.join(' · ')}</p>
      </div>
      <div className="max-md:order-1 md:mt-8">
        <div className="max-md:hidden">
          <DealBadge deal={car.deal} size={16} />
        </div>
        <p
          className={`${car.price > 0 ? 'text-[60px]/15 tracking-[-0.055em] print:text-[44px]/12 lg:text-[68px]/[76px] xl:text-[76px]/[76px]' : 'text-[40px]/12 tracking-[-0.03em]'} mt-2 font-semibold`}
        >
          {priceText(car, t)}
        </p>
        <GapText car={car} className="mt-1 text-[22px]/7 font-semibold tracking-[-0.02em] md:text-[26px]/8" />
        <HeavyFindings car={car} />
        <div className="mt-3 md:mt-5">
          <PriceLine data={line} width={384} scale={1.25} />
        </div>
        <div className="flex justify-between gap-4 text-meta text-ink-2">
          <span>
            <MarketRange car={car} />
          </span>
          {car.comparable_count !== null && car.comparable_count > 0 && car.why?.source !== 'register' && (
            <span>{t.car.similar(car.comparable_count)}</span>
          )}
          {!seesEstimates && car.deal !== 'no_estimate' && (
            <button
              type="button"
              className="font-semibold text-accent underline underline-offset-3"
              onClick={() => onUpgrade('unlock_price')}
            >
              {t.why.unlockAction}
            </button>
          )}
        </div>
      </div>
      <div className="order-3">
        <AdFacts car={car} />
        {car.availability !== 'gone' && (
          <div className="mt-6 max-lg:hidden">
            <MarketplaceLink car={car} className="w-full" />
          </div>
        )}
        <SellerButton car={car} isSignedIn={isSignedIn} className="mt-3 w-full print:hidden" />
        {/* A car that was looked up by its plate has no page of its own. */}
        {car.item_url !== '' && (
          <Link to={paths.viewing(car.id)} className={`${button.plain} mt-1 w-full print:hidden`}>
            {t.car.viewing}
          </Link>
        )}
        <OtherOffers car={car} />
        <VehicleInformation car={car} isSignedIn={isSignedIn} />
      </div>
    </div>
  );
}

function MarketplaceLink({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useCarTexts();
  // The address was built by the service from the listing's id; anything but https is not a link.
  if (!/^https?:\/\//.test(car.item_url)) return null;
  return (
    <a
      href={car.item_url}
      target="_blank"
      rel="noreferrer"
      className={`${button.large} ${className} print:hidden`}
    >
      {t.car.openOn(marketplaceNames[car.source])}
      <Icon name="external" size={18} />
    </a>
  );
}

const Findings = lazy(() => import('../register/before-you-buy.tsx'));
const Story = lazy(() => import('../register/car-story.tsx'));
const Cost = lazy(() => import('./cost-of-owning.tsx'));

type LazyStoryProps = { car: WireTold; className: string };

/** Keeps the space of a section that is on its way. */
const Coming = ({ className, lines }: { className: string; lines: number }) => (
  <div className={className}>
    <div className="skeleton mb-6 h-8 w-56" />
    <SkeletonLines count={lines} />
  </div>
);

/** Content below the first window, loaded separately. */
export const BeforeYouBuy = (props: LazyStoryProps) => (
  <Suspense fallback={<Coming className={props.className} lines={2} />}>
    <Findings {...props} />
  </Suspense>
);

export const CarStory = (props: LazyStoryProps) => (
  <Suspense fallback={null}>
    <Story {...props} />
  </Suspense>
);

const WriteToSeller = lazy(() => import('./write-to-seller.tsx'));

type SellerButtonProps = { car: WireCarDetail; isSignedIn: boolean; className: string };

/** Opens a message to the seller; nothing where the car is not on offer or has no ad. */
function SellerButton({ car, isSignedIn, className }: SellerButtonProps) {
  const t = useCarTexts();
  const [isOpen, setOpen] = useState(false);
  if (!isOffered(car.availability) || !/^https?:\/\//.test(car.item_url)) return null;
  return (
    <>
      <Button look="largeSecondary" className={className} onClick={() => setOpen(true)}>
        {t.write.open}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WriteToSeller car={car} isSignedIn={isSignedIn} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const FirstOffer = lazy(() => import('./first-offer.tsx'));

const Hunt = lazy(withTexts(() => import('./hunt.tsx'), huntTexts));

/** A signed-in reader's own note, stage and day of the car. */
const OwnNotes = (props: { carId: string; className: string }) => (
  <Suspense fallback={null}>
    <Hunt {...props} />
  </Suspense>
);

export const CostOfOwning = (props: { id: string; className: string; onUpgrade: OpenUpgrade }) => (
  <Suspense fallback={<Coming className={props.className} lines={6} />}>
    <Cost {...props} />
  </Suspense>
);

/** The back link restores the list with filters, page and position. */
function BackLink() {
  const t = useCarTexts();
  return (
    <Link
      to={paths.list(recallList())}
      state={{ isReturn: true }}
      className="flex min-h-11 items-center gap-2 text-meta font-semibold hover:underline hover:underline-offset-3"
    >
      <Icon name="back" size={18} />
      {t.car.back}
    </Link>
  );
}

/** Nobody is to pay for a car that can no longer be bought. */
const noOfferWords = (why: NonNullable<LockedCar['no_offer']>, t: ReturnType<typeof useCarTexts>) =>
  ({ sold: t.car.soldTitle, gone: t.car.goneTitle, unseen: t.car.lockedUnseen })[why];

/** A locked car opened by its address: its warnings and no other fact. */
type LockedCarPageProps = { car: LockedCar; onUpgrade: OpenUpgrade };

export function LockedCarPage({ car, onUpgrade }: LockedCarPageProps) {
  const t = useCarTexts();
  const toggleStar = useToggleStar();
  return (
    <div className="column">
      <div className="flex h-16 items-center">
        <BackLink />
      </div>
      <div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,744fr)_384fr]">
        <div className="relative overflow-hidden rounded-lg rounded-bl-none">
          <img src={lockedPicture} alt="" width={744} height={496} className="photo aspect-3/2" />
          <div className="notch">
            <DealBadge deal="amazing" size={16} />
          </div>
        </div>
        <div>
          <h1 className="text-[40px]/[46px] tracking-[-0.03em]">{t.car.lockedTitle}</h1>
          <p className="mt-4 text-lead text-ink-2">{t.car.lockedText}</p>
          {car.rated_despite && <p className="mt-4 text-body">{t.why.despite[car.rated_despite]}</p>}
          <p className="mt-4 text-meta text-ink-3">{t.why.asking}</p>
          {car.no_offer && <p className="mt-4 font-semibold">{noOfferWords(car.no_offer, t)}</p>}
          <Button look="large" className="mt-6" onClick={() => onUpgrade('locked_car')}>
            <Icon name="lock" />
            {t.card.unlock}
          </Button>
          <LockedFindings car={car} />
          {car.isStarred && (
            <p className="mt-5 text-control text-ink-2">
              {t.car.lockedStar}{' '}
              <button
                type="button"
                className="underline underline-offset-3 hover:text-ink"
                onClick={() => toggleStar({ id: car.id, isStarred: true })}
              >
                {t.car.lockedUnstar}
              </button>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** The device's own share sheet where there is one, else the address goes to the clipboard (docs/spec.md 2). */
export function ShareButton({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const { language } = useLanguage();
  const share = async () => {
    const address = new URL(window.location.href);
    // The preview of a link is in the language that it names.
    if (language !== 'en') address.searchParams.set('lang', language);
    const url = address.href;
    const title = car.share_title;
    const text = isPriceOfCar(car.price, car.deal_reason)
      ? t.car.shareText(title, formatNumber(car.price))
      : title;
    const data = { title, text, url };
    try {
      if (navigator.share) await navigator.share(data);
      else {
        await navigator.clipboard.writeText(url);
        notify(t.car.linkCopied);
      }
    } catch (error) {
      // A closed share sheet is no failure; a refused copy is.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify(t.car.linkNotCopied);
    }
  };
  return (
    <Button look="plain" onClick={() => void share()}>
      <Icon name="share" size={18} />
      <span className="max-sm:sr-only">{t.car.share}</span>
    </Button>
  );
}

/** The way back, and what can be done with the car. On a phone the words are left to screen readers. */
function PageBar({ car }: { car: WireCarDetail }) {
  const t = useCarTexts();
  const toggleStar = useToggleStar();
  const actions = useCarActions();
  return (
    <div className="flex h-16 items-center justify-between gap-3 max-md:px-5 print:hidden">
      <BackLink />
      <div className="-mr-3 flex">
        <ShareButton car={car} />
        {actions && (
          <>
            <Button
              aria-pressed={actions.comparedIds.includes(car.id)}
              look="plain"
              className="aria-pressed:text-accent"
              onClick={() => actions.toggleCompare(car)}
            >
              <Icon name="columns" size={18} />
              <span className="max-md:sr-only">{t.card.compare}</span>
            </Button>
            <Button look="plain" onClick={() => actions.addToList(car)}>
              <Icon name="save" size={18} />
              <span className="max-md:sr-only">{t.card.addToList}</span>
            </Button>
            <Button look="plain" onClick={() => actions.hide(car.id)}>
              <Icon name="hide" size={18} />
              <span className="max-lg:sr-only">{t.card.hide}</span>
            </Button>
          </>
        )}
        <Button aria-pressed={car.isStarred} look="plain" onClick={() => toggleStar(car)}>
          <Icon name="star" size={18} filled={car.isStarred} />
          <span className="max-md:sr-only">{car.isStarred ? t.car.starred : t.car.star}</span>
        </Button>
      </div>
    </div>
  );
}

/** A price of an ad: when it was first seen, and how it differs from the one before. `where`: of a car with several ads. */
export type PriceStep = { at: string; price: number; changeDkk: number; where: string | null };

const stepsOf = (history: WireCarDetail['price_history'], where: string | null): PriceStep[] =>
  history.map(({ at, price }, place) => ({
    at,
    price,
    where,
    changeDkk:
      price -
      (history.slice(0, place).findLast((former) => isPriceChange(former.price, price))?.price ?? price),
  }));

/** The steps of each of a car's ads by themselves; of a car with one ad those that it was shown with. */
export function priceSteps({
  ads,
  price_history,
}: Pick<WireCarDetail, 'ads' | 'price_history'>): PriceStep[] {
  if (ads.length < 2) return stepsOf(price_history, null).reverse();
  const steps = ads.flatMap((ad) => stepsOf(ad.price_history, marketplaceNames[ad.source]));
  return steps.filter(({ price }) => price > 0).sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Every price that the car's ads have named, the newest first, with what each step changed. */
function PriceSteps({ car, className }: { car: WireCarDetail; className: string }) {
  const t = useCarTexts();
  const format = useFormat();
  const steps = priceSteps(car);
  if (steps.length === 0) return null;
  return (
    <section className={className}>
      <div className="mb-4 flex max-w-xl flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-h2 tracking-[-0.03em]">{t.car.priceHistory}</h2>
        <SaveCsv
          name="bilfund-prices"
          write={async () => (await import('../catalog/list-csv.ts')).pricesToCsv(steps, t)}
        />
      </div>
      <ol className="max-w-xl text-control">
        {steps.map(({ at, price, changeDkk, where }) => (
          <li
            key={`${at} ${where} ${price}`}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-rule py-2.75"
          >
            <span className="grow text-ink-2">
              {format.date(at)}
              {where !== null && ` · ${where}`}
            </span>
            {changeDkk !== 0 && (
              <span className={`text-meta ${changeDkk < 0 ? 'text-amazing' : 'text-poor'}`}>
                {changeDkk < 0
                  ? t.car.priceFell(formatKroner(-changeDkk))
                  : t.car.priceRose(formatKroner(changeDkk))}
              </span>
            )}
            <b className="ml-auto font-semibold">{formatKroner(price)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

type SimilarCarsProps = { id: string; className: string; onUpgrade: OpenUpgrade };

/** Up to eight similar open cars; nothing if there are none. */
export function SimilarCars({ id, className, onUpgrade }: SimilarCarsProps) {
  const t = useCarTexts();
  const { data } = useQuery({
    queryKey: [...queryKeys.similarCars, id],
    queryFn: ({ signal }) => call('GET /api/cars/{id}/similar', { params: { id }, signal }),
  });
  if (!data || data.cars.length === 0) return null;
  return (
    <section className={`${className} print:hidden`}>
      <h2 className="mb-6 text-h2 tracking-[-0.03em]">{t.car.similarCars}</h2>
      <CarGrid cars={data.cars} mode="grid" isWide onUpgrade={onUpgrade} />
    </section>
  );
}

/** On a car's own page s, l and c act on it from anywhere but its similar cars, which have keys of their own. */
function usePageKeys(car: WireCarDetail): void {
  const press = useCarKeys(car);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('[data-car], dialog');
    if (!isElsewhere && !event.defaultPrevented && !document.querySelector('dialog[open]')) press(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

type CarPageProps = { id: string; isSignedIn: boolean; seesEstimates: boolean; onUpgrade: OpenUpgrade };

/** One car: photos, price and verdict, what the ad says, what to look out for, then the evidence and every other fact. */
export function CarPage({ id, isSignedIn, seesEstimates, onUpgrade }: CarPageProps) {
  const { data: car, error: lastError, failureReason, refetch } = useCar(id);
  // While it is asked again, which waits for as long as nobody looks at the window.
  const isOffline = !car && failureReason instanceof ApiError && failureReason.code === 'offline';
  const error = lastError ?? (isOffline ? failureReason : null);
  useEffect(() => {
    if (!car || car.locked) return;
    const titleBefore = document.title;
    document.title = `${car.title} · Bilfund`;
    markVisited(car.id);
    return () => {
      document.title = titleBefore;
    };
  }, [car]);

  if (error instanceof ApiError && error.status === 404) return <CarNotFound />;
  if (error) return <LoadError error={error} onRetry={refetch} className="column py-16" />;
  if (!car) return <CarLoading />;
  if (car.locked) return <LockedCarPage car={car} onUpgrade={onUpgrade} />;
  return <OpenCar {...{ car, isSignedIn, seesEstimates, onUpgrade }} />;
}

/** Says from the first moment what comes, in the places where it comes. */
export function CarLoading() {
  const t = useCarTexts();
  return (
    <div aria-busy="true" className="column min-h-screen pt-16 max-md:px-0">
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,744fr)_384fr]">
        <div className="skeleton aspect-4/3 md:aspect-3/2" />
        <div className="max-md:px-5">
          <h1 className="text-body font-normal text-ink-2">{t.car.loading}</h1>
          <SkeletonLines count={5} className="mt-8" />
        </div>
      </div>
    </div>
  );
}

function OpenCar({
  car,
  isSignedIn,
  seesEstimates,
  onUpgrade,
}: Omit<CarPageProps, 'id'> & { car: WireCarDetail }) {
  usePageKeys(car);
  // Content below the first window is rendered later and can be interrupted.
  const hasDetails = useDeferredValue(true, false);
  const rule = 'mt-12 border-t border-rule pt-8 md:mt-18 print:mt-4 print:pt-3';
  const isOver = !isOffered(car.availability);
  const similar = <SimilarCars id={car.id} className={rule} onUpgrade={onUpgrade} />;
  return (
    <article className="column min-h-screen max-md:px-0 max-lg:pb-24 print:p-0">
      <PageBar car={car} />
      <GoneNotice car={car} />
      <div className="grid gap-x-14 gap-y-3 lg:grid-cols-[minmax(0,744fr)_384fr] print:grid-cols-2 print:gap-6">
        <Gallery key={car.id} images={car.image_urls} title={car.title} deal={car.deal} />
        <Headline {...{ car, isSignedIn, seesEstimates, onUpgrade }} />
      </div>
      {hasDetails && (
        <div className="max-md:px-5 print:p-0">
          {isOver && (
            <>
              <PriceSteps car={car} className={rule} />
              {similar}
            </>
          )}
          <AdText car={car} className={rule} />
          {isSignedIn && <OwnNotes carId={car.id} className="mt-6 print:hidden" />}
          {!isOver && (car.price_history.length > 1 || car.ads.length > 1) && (
            <PriceSteps car={car} className={rule} />
          )}
          <div className={seesEstimates ? '' : `${rule} grid gap-x-14 gap-y-10 lg:grid-cols-2`}>
            {/* Without charts and numbers the reason is two sentences, and stands beside what to look out for. */}
            <BeforeYouBuy car={car} className={seesEstimates ? rule : ''} />
            <WhyRating {...{ car, seesEstimates, onUpgrade }} className={seesEstimates ? rule : ''} />
          </div>
          {seesEstimates && !isOver && (
            <Suspense fallback={null}>
              <FirstOffer car={car} className={rule} />
            </Suspense>
          )}
          <CarStory car={car} className={rule} />
          {!isOver && hasCostOfOwning(car.deal_reason) && (
            <CostOfOwning id={car.id} className={rule} onUpgrade={onUpgrade} />
          )}
          <Specifications car={car} onUpgrade={onUpgrade} className={rule} />
          <p className="mt-4 hidden text-caption text-ink-2 wrap-anywhere print:block">{car.item_url}</p>
          {!isOver && similar}
        </div>
      )}
      {car.availability !== 'gone' && (
        <div className="low-window:static low-window:border-0 fixed inset-x-0 bottom-[var(--tray,0px)] z-10 flex gap-2 border-t border-rule bg-paper px-5 pt-3 pb-4 lg:hidden print:hidden">
          <MarketplaceLink car={car} className="h-13! grow" />
        </div>
      )}
    </article>
  );
}

function CarNotFound() {
  const t = useCarTexts();
  return <ScreenNotice title={t.car.notFoundTitle} text={t.car.notFoundText} action={t.car.back} />;
}
