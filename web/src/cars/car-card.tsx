import { memo, type ReactNode, Suspense, useState } from 'react';
import { hasCostOfOwning } from '#core/cars/cost.ts';
import { isOffered, longUnseenDays } from '#core/cars/listing-life.ts';
import type { ShownCar, WireCar } from '#core/contract/routes/cars.ts';
import { gapToMarket, toHundreds } from '#core/valuation/valuation.ts';
import { useCarKeys } from '../catalog/list-keys.tsx';
import type { Texts } from '../i18n/en.ts';
import { formatKroner, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat, useTexts } from '../i18n/language.tsx';
import { type CarTexts, useCarTexts, useFilterTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { DealBadge, dealColor } from '../ui/deal-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Menu } from '../ui/menu.tsx';
import { NumberPlate } from '../ui/number-plate.tsx';
import { PriceLine, type PriceLineData } from '../ui/price-line.tsx';
import { useCarActions, useToggleStar } from './use-marks.ts';

type CarArticleProps = { car: WireCar; className: string; children: ReactNode };

/** A car of a list: j and k find it, and while the focus is in it s, l and c act on it. */
export function CarArticle({ car, className, children }: CarArticleProps) {
  const press = useCarKeys(car);
  return (
    <article data-car={car.id} onKeyDown={press} className={className}>
      {children}
    </article>
  );
}

/** "last seen 17 days ago, may be sold", of a car that is offered as far as anybody knows; null where it was seen lately. */
export function mayBeSoldWords(car: ShownCar, t: Texts): string | null {
  const { unseen_days: unseen = 0 } = car;
  return !isOffered(car.availability) || unseen < longUnseenDays
    ? null
    : t.card.mayBeSold(t.card.lastSeen(unseen));
}

/** How long the car was offered when last seen; "today" only if it was seen today. */
export function ageWords(car: ShownCar, t: Texts): string | null {
  const { days_listed: days, unseen_days: unseen = 0, is_age_known: isKnown = true } = car;
  if (days === undefined || car.availability === 'unseen' || (days === 0 && unseen > 0)) return null;
  // How long it is offered after it was last seen is not known.
  return isKnown && (unseen === 0 || !isOffered(car.availability))
    ? t.card.days(days)
    : t.card.daysAtLeast(days);
}

/** The state of an ad that is not simply for sale. */
export function stateWords(car: ShownCar, t: Texts, dateOf: (instant: string) => string): string | null {
  const { availability, scraped_time: seenAt } = car;
  if (availability === 'unseen') return seenAt ? t.card.unseen(dateOf(seenAt)) : null;
  return { live: null, pending: t.card.pending, sold: t.card.sold, gone: t.card.gone }[availability];
}

/**
 * "2019 · 111.000 km · 12 days", with what has happened to the ad and its price. A line may end with the dot, and begins
 * with none; a number stays with what it counts.
 */
export function CarMeta({ car, isVisited = false }: { car: ShownCar; isVisited?: boolean }) {
  const t = useTexts();
  const format = useFormat();
  const { price_drop: drop, unseen_days: unseen = 0 } = car;
  const lastSeen = unseen > 0 && isOffered(car.availability) ? t.card.lastSeen(unseen) : null;
  const age = mayBeSoldWords(car, t) ?? ageWords(car, t)?.replaceAll(' ', '\u00a0') ?? lastSeen;
  const parts = [
    car.year,
    car.mileage === null ? null : formatMileage(car.mileage),
    age,
    stateWords(car, t, format.date),
    car.is_private ? t.card.private : null,
    isVisited ? t.card.seen : null,
  ];
  return (
    <>
      {parts.filter(Boolean).join('\u00a0· ')}
      {drop && (
        <>
          {'\u00a0· '}
          <b className="font-semibold whitespace-nowrap text-amazing">
            {t.card.dropped(formatKroner(drop.amount))}
          </b>
        </>
      )}
    </>
  );
}

type CarPhotoProps = { url: string | undefined; isEager?: boolean; isSmall?: boolean };

/** A car's photo in 3:2; where there is none, or it fails to load, a quiet place of the same size. */
export function CarPhoto({ url, isEager = false, isSmall = false }: CarPhotoProps) {
  const t = useTexts();
  const [hasFailed, setFailed] = useState(false);
  if (!url || hasFailed) {
    return (
      <div className="grid aspect-3/2 place-items-center bg-paper-2 text-caption text-ink-3">
        <span className={isSmall ? 'sr-only' : ''}>{t.card.noPhoto}</span>
      </div>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={600}
      height={400}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
      className="photo aspect-3/2"
      onError={() => setFailed(true)}
    />
  );
}

type Findings = WireCar['findings'];
/** A car of a recorded import has none. */
type CardFindingsProps = { findings: Findings | undefined };

/** The most important finding of the car page, and how many more there are. */
export function CardFindings({ findings }: CardFindingsProps) {
  if (!findings || findings.count === 0) return null;
  const color = findings.heavy > 0 ? 'font-semibold text-poor' : 'text-ink-2';
  return (
    <p className={`mt-1 flex min-h-6 items-start gap-1.5 text-meta text-balance ${color}`}>
      <Icon name={findings.heavy > 0 ? 'warning' : 'help'} size={16} className="mt-0.5" />
      <Suspense>
        <Words {...findings} />
      </Suspense>
    </p>
  );
}

/** A finding in the reader's language; null for a kind that this version of the app does not know. */
export function wordsOfFinding(
  { in: where, kind }: { in: string; kind: string },
  t: CarTexts,
): string | null {
  const names: Readonly<Record<string, string>> = where === 'caution' ? t.facts.caution : t.facts.kind;
  return Object.hasOwn(names, kind) ? names[kind]! : null;
}

function Words({ count, heavy, heaviest }: Findings) {
  const { toCheck } = useFilterTexts();
  const texts = useCarTexts();
  // Missing in lists cached before findings had names.
  const name = heaviest ? wordsOfFinding(heaviest, texts) : null;
  if (name) return count > 1 ? `${name} · ${toCheck.more(count - 1)}` : name;
  return heavy === count ? toCheck.important(count) : toCheck.some(count, heavy);
}

type Priced = Pick<WireCar, 'price' | 'deal' | 'valuation_low' | 'valuation_avg' | 'valuation_high'>;

/** Data of the price line, rounded as it is shown; null if the reader may not see it or there is no estimate. */
export function priceLineOf(car: Priced): PriceLineData | null {
  const { price, deal, valuation_low: low, valuation_high: high } = car;
  if (price <= 0 || low === null || high === null || deal === 'no_estimate') return null;
  const avgDkk = car.valuation_avg ?? (low + high) / 2;
  return {
    priceDkk: price,
    lowDkk: toHundreds(low),
    highDkk: toHundreds(high),
    avgDkk: toHundreds(avgDkk),
    deal,
  };
}

/** Compares prices as they are shown, so that equal-looking prices count as equal: the others' are estimates, in hundreds. */
export function countAround(prices: readonly number[], own: number) {
  const shown = prices.map(toHundreds);
  return {
    cheaper: shown.filter((other) => other < own).length,
    alike: shown.filter((other) => other === own).length,
    dearer: shown.filter((other) => other > own).length,
  };
}

const longestTitle = 65;

/** Titles end at 65 characters (docs/spec.md 9). */
export function shortenTitle(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle).trimEnd()}…` : title;
}

/** The gap in kroner; for readers without estimates what the rating says in words; without a rating, why there is none. */
export function gapWords(car: ShownCar, t: Texts): string {
  if (car.deal === 'no_estimate') {
    const isThin = car.deal_reason === 'few_comparables' || car.deal_reason === 'small_pool';
    const notPrice: Partial<Record<ShownCar['deal_reason'], string>> = t.card.notPrice;
    return isThin ? t.card.tooFew : (notPrice[car.deal_reason] ?? t.card.noEstimate);
  }
  const line = priceLineOf(car);
  if (!line) return { amazing: t.card.openAmazing, fair: t.card.openFair, poor: t.card.openPoor }[car.deal];
  const gap = gapToMarket(line.priceDkk, line.avgDkk);
  const amount = formatKroner(Math.abs(gap));
  if (gap === 0) return t.card.atMarket;
  return gap < 0 ? t.card.below(amount) : t.card.above(amount);
}

/** Why a car is only fair despite its gap; null if gap and label agree. */
export function labelWords(car: ShownCar, t: Texts): string | null {
  const words: Partial<Record<ShownCar['deal_reason'], string>> = {
    thin_evidence: t.card.wouldBeButFew,
    mixed_evidence: t.card.wouldBeButMixed,
    risky: t.card.wouldBeButRisky,
    told_by_register: t.card.wouldBeButRisky,
    conditions_unread: t.card.wouldBeButUnread,
    version_untold: t.card.wouldBePoor,
  };
  return car.deal === 'fair' ? (words[car.deal_reason] ?? null) : null;
}

export function GapText({ car, className }: { car: ShownCar; className: string }) {
  const t = useTexts();
  const because = labelWords(car, t);
  return (
    <>
      <p className={`${className} ${dealColor[car.deal]}`}>{gapWords(car, t)}</p>
      {because && <p className="mt-0.5 text-meta text-ink-2">{because}</p>}
    </>
  );
}

/** The market range below the price line, or what unlocks it, or a dash. */
export function MarketRange({ car }: { car: ShownCar }) {
  const t = useTexts();
  const line = priceLineOf(car);
  if (line) return t.card.market(formatNumber(line.lowDkk), formatNumber(line.highDkk));
  return car.deal === 'no_estimate' ? t.card.marketUnknown : t.card.unlockEstimate;
}

/** The asking price as the reader should see it: kroner, the ad's own currency, or that there is none. */
export function priceText(car: Pick<WireCar, 'price' | 'foreign_price'>, t: Texts): string {
  if (car.price > 0) return formatKroner(car.price);
  if (car.foreign_price) return `${formatNumber(car.foreign_price.amount)} ${car.foreign_price.currency}`;
  return t.card.noPrice;
}

/** "Odense · 32 km away", as far as the reader's list has a town to count from. */
export function placeWords({ city, distance_km: km }: ShownCar, t: Texts): string | null {
  return city && typeof km === 'number' ? `${city} · ${t.card.away(formatNumber(Math.round(km)))}` : city;
}

/** What tax and energy come to a month. */
function runningWords({ running_cost: cost, deal_reason: reason }: ShownCar, t: Texts): string | null {
  if (cost === undefined || !hasCostOfOwning(reason)) return null;
  return cost ? t.card.running[cost.lacks ?? 'whole'](formatKroner(cost.month)) : t.card.running.unknown;
}

/** What the list was asked about beside what every card tells. */
export function CarAsked({ car, className }: { car: ShownCar; className: string }) {
  const t = useTexts();
  const { electric_km: km, electric_kwh: kwh } = car;
  const words = [
    runningWords(car, t),
    km && t.card.electricRange(formatNumber(km)),
    kwh && t.card.electricBattery(formatNumber(kwh)),
  ].filter(Boolean);
  return words.length > 0 && <p className={`${className} text-meta text-ink-2`}>{words.join(' · ')}</p>;
}

type CarFaceProps = {
  car: ShownCar;
  isEager?: boolean;
  isVisited?: boolean;
  /** The title with its link. */
  children: ReactNode;
  /** What can be done with the car beside its star; stands at the foot. */
  menu?: ReactNode;
};

/**
 * Photo, notch badge, price, gap, line, range, rule, title, facts: the order of the look, in a column. In the document the
 * title comes first, so that who hears the card knows which car it is before its price.
 */
export function CarFace({ car, isEager = false, isVisited = false, children, menu }: CarFaceProps) {
  const t = useTexts();
  const more = car.image_urls.length - 1;
  const line = priceLineOf(car);
  return (
    <>
      <h3 className="order-1 mt-3.5 border-t border-rule pt-3 text-h3 sm:text-body/5">
        <span className="line-clamp-2">{children}</span>
      </h3>
      <div className="relative overflow-hidden rounded-lg rounded-bl-none bg-paper-2">
        <CarPhoto url={car.image_urls[0]} isEager={isEager} />
        <div className="notch">
          <DealBadge deal={car.deal} />
        </div>
      </div>
      <p className="mt-2.5 text-[36px]/10 font-semibold tracking-[-0.03em] sm:text-[30px]/9">
        {priceText(car, t)}
      </p>
      <GapText car={car} className="mt-0.5 text-lead/6 font-semibold sm:text-body/5" />
      {line && (
        <div className="mt-2">
          <PriceLine data={line} />
        </div>
      )}
      <p className="mt-0.5 flex justify-between gap-3 text-caption text-ink-3">
        <MarketRange car={car} />
        {more > 0 && <span className="whitespace-nowrap">{t.card.morePhotos(more)}</span>}
      </p>
      <p className="order-1 mt-1 text-meta text-ink-2">
        <CarMeta car={car} isVisited={isVisited} />
      </p>
      <CarAsked car={car} className="order-1" />
      <div className="order-1">
        <CardFindings findings={car.findings} />
      </div>
      {/* At the foot of the card: in a row the places stand in one line, however long the titles are. */}
      <div className="order-1 mt-auto flex min-h-5 items-center gap-2 pt-2">
        <span className="mr-auto truncate text-meta text-ink-2">{placeWords(car, t)}</span>
        {car.plate && <NumberPlate plate={car.plate} />}
        {menu}
      </div>
    </>
  );
}

type CarTitleLinkProps = { car: Pick<WireCar, 'id' | 'title'>; isVisited: boolean };

/** A car's title; its link covers the whole card or row. */
export function CarTitleLink({ car, isVisited }: CarTitleLinkProps) {
  return (
    <Link
      to={paths.car(car.id)}
      className={`wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent ${isVisited ? 'text-ink-2' : ''}`}
    >
      {shortenTitle(car.title)}
    </Link>
  );
}

/** The menu at the foot: add the car to a list or to the comparison, or hide it. */
export function CardMenu({ car, isHidden = false }: { car: WireCar; isHidden?: boolean }) {
  const t = useTexts();
  const actions = useCarActions();
  if (!actions) return null;
  const isCompared = actions.comparedIds.includes(car.id);
  return (
    <Menu
      label={t.card.more(car.title)}
      buttonClass="grid size-10 max-md:size-11 place-items-center rounded-full bg-paper text-ink hover:text-accent"
      button={<Icon name="more" />}
      items={[
        { id: 'list', label: t.card.addToList, run: () => actions.addToList(car) },
        {
          id: 'compare',
          label: isCompared ? t.card.uncompare : t.card.compare,
          run: () => actions.toggleCompare(car),
        },
        ...(isHidden ? [] : [{ id: 'hide', label: t.card.hide, run: () => actions.hide(car.id) }]),
      ]}
    />
  );
}

/** Label and action of the button that removes a car from the current list; `isReturn`: and puts it back on all others. */
export type Removal = { label: (title: string) => string; run: (carId: string) => void; isReturn?: true };

export function RemoveButton({ car, removal }: { car: WireCar; removal: Removal }) {
  return (
    <button
      type="button"
      aria-label={removal.label(car.title)}
      className="relative grid size-10 max-md:size-11 place-items-center rounded-full bg-paper text-ink hover:text-poor"
      onClick={() => removal.run(car.id)}
    >
      <Icon name={removal.isReturn ? 'plus' : 'close'} />
    </button>
  );
}

type StarButtonProps = { car: { id: string; title: string; isStarred: boolean }; className?: string };

/** Opaque paper, so that its contrast does not depend on the photo beneath. */
export function StarButton({ car, className = '' }: StarButtonProps) {
  const t = useTexts();
  const toggle = useToggleStar();
  return (
    <button
      type="button"
      aria-pressed={car.isStarred}
      aria-label={car.isStarred ? t.card.unstar(car.title) : t.card.star(car.title)}
      className={`grid size-10 max-md:size-11 place-items-center rounded-full bg-paper text-ink hover:text-accent ${className}`}
      onClick={() => toggle(car)}
    >
      <Icon name="star" filled={car.isStarred} />
    </button>
  );
}

export type CarCardProps = {
  car: WireCar;
  isEager?: boolean;
  isVisited?: boolean;
  /** Set if the car can be removed from the current list. */
  removal?: Removal | undefined;
};

/** A car of a list, and what can be done with it. Drawn again only when it has changed. */
export const CarCard = memo(function CarCard({
  car,
  isEager = false,
  isVisited = false,
  removal,
}: CarCardProps) {
  return (
    <CarArticle car={car} className="relative flex h-full flex-col">
      <CarFace
        car={car}
        isEager={isEager}
        isVisited={isVisited}
        menu={
          <div className="-my-2.5 -mr-2.5 flex max-md:-my-3">
            {removal && <RemoveButton car={car} removal={removal} />}
            <CardMenu car={car} isHidden={removal?.isReturn === true} />
          </div>
        }
      >
        <CarTitleLink car={car} isVisited={isVisited} />
      </CarFace>
      {/* Above the title's link, which covers the card. */}
      <div className="absolute top-2 right-2 z-1">
        <StarButton car={car} />
      </div>
    </CarArticle>
  );
});
