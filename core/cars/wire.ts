import type { WireOutlook } from '#core/contract/routes/car-parts.ts';
import type {
  KnownCarWire,
  LockedCar,
  WireCar,
  WireCarDetail,
  WireOnList,
  WireTold,
} from '#core/contract/routes/cars.ts';
import { hidePlates } from '#core/plates/written-plates.ts';
import { isRough, middleOf } from '#core/valuation/evidence.ts';
import type { Outlook } from '#core/valuation/outlook.ts';
import { isDistant } from '#core/valuation/thresholds.ts';
import { gapToMarket } from '#core/valuation/valuation.ts';
import { type PriceAt, timesReposted } from './ads-of-car.ts';
import { type Car, isLocked, seesPlates, type Viewer } from './car.ts';
import { type Card, namesOf, toCard } from './card.ts';
import { wireElectric } from './electric.ts';
import { filterWords } from './filter-words-da.ts';
import {
  distinctFindings,
  type FindingName,
  factsOn,
  findableOf,
  findingsIn,
  isInspectionDue,
  mileageVerdictOf,
} from './findings.ts';
import { calendarDays, daysListed, isAgeKnown, longUnseenDays } from './listing-life.ts';
import { photoUrl } from './photos.ts';
import { wireSpecification } from './specification.ts';
import type { PlateTypedBy } from './typed-car.ts';

/** The register's history as sent to clients. It names nobody, so whoever may see the car may read it. */
export const wireStoryOf = ({ story }: Car): WireCarDetail['story'] => ({
  asked: story.asked,
  events: story.events.map(({ mileageKm, amountDkk, ...event }) => ({
    ...event,
    faults: [...new Set(event.faults)],
    mileage: mileageKm,
    amount: amountDkk,
  })),
});

export function wireMileageVerdict(car: Car): WireCarDetail['mileage_verdict'] {
  const { verdict, readingDays, fall, explanations, hasSlip } = mileageVerdictOf(car);
  return {
    verdict,
    reading_days: readingDays,
    explanations,
    ...(hasSlip && { has_slip: true as const }),
    fall: fall && {
      from: { date: fall.from.date, mileage: fall.from.km },
      to: { date: fall.to.date, mileage: fall.to.km },
      is_to_claim: fall.isToClaim,
    },
  };
}

/** What depends on the reader and not on the car. */
export type ReaderMarks = {
  isStarred: boolean;
  discoveredAt: string | null;
  /** When the reader looks: an ISO instant. */
  lookedAt: string;
  /** Who typed the plate that the reader sees; absent if nobody could have. */
  plateTypedBy?: PlateTypedBy;
};

/** The mileage as docs/spec.md, section 9 defines it: a number, or "187xxx" if the seller masked it. */
function wireMileage(card: Pick<Card, 'mileageKm' | 'mileagePrecision'>): number | string | null {
  if (card.mileageKm === null) return null;
  return card.mileagePrecision === 'masked' ? `${Math.floor(card.mileageKm / 1000)}xxx` : card.mileageKm;
}

/** Anonymous readers get pictures with the plate blurred. A picture without a plate is the same for everybody. */
const shownPhotos = (viewer: Viewer, photos: readonly (readonly [string, string | null])[]) =>
  photos.map(([open, blurred]) => photoUrl(seesPlates(viewer) ? open : (blurred ?? open)));

export const lockedStub = (id: string): LockedCar => ({ id, deal: 'amazing', locked: true });

/** The count of findings as stored, plus what depends on the day. */
function wireFindings(
  { findingCount, heavyFindingCount, heaviestFinding, nextInspection: next, scrapedAt }: Card,
  now: string,
): WireCar['findings'] {
  const today = now.slice(0, 10);
  // An inspection overdue at the last visit is already counted.
  const isOverdueSince = next !== null && next < today && next >= scrapedAt.slice(0, 10);
  const isDue = isInspectionDue(next, today);
  const ofDay: FindingName[] = isOverdueSince
    ? [{ in: 'fact', kind: 'inspection_overdue' }]
    : isDue
      ? [{ in: 'story', kind: 'inspection_due' }]
      : [];
  // Cards stored before findings were named count some that are not named.
  const isNamed = heaviestFinding !== null || findingCount === 0;
  const [first] = isNamed ? distinctFindings([...(heaviestFinding ? [heaviestFinding] : []), ...ofDay]) : [];
  return {
    count: findingCount + ofDay.length,
    heavy: heavyFindingCount,
    heaviest: first ?? null,
  };
}

/** A card as this viewer may see it. The caller has checked that the viewer may see the car and that it is not locked. */
export function wireCar(card: Card, viewer: Viewer, marks: ReaderMarks): WireCar {
  const estimates = viewer.seesEstimates;
  return {
    id: card.id,
    locked: false,
    title: seesPlates(viewer) ? card.title : hidePlates(card.title, card.plate),
    price: card.priceDkk,
    foreign_price: card.foreignPrice,
    brand: card.make,
    model: card.model,
    variant: card.variant,
    year: card.year,
    mileage: wireMileage(card),
    city: card.city,
    fuel: card.fuel ?? null,
    gearbox: card.gearbox ?? null,
    seller_type: card.sellerType ?? null,
    plate: seesPlates(viewer) ? card.plate : null,
    image_urls: shownPhotos(viewer, card.photos),
    deal: card.deal,
    // The reason of a "fair" rating could reveal to viewers without estimates that the price is low.
    deal_reason: estimates || card.deal === 'no_estimate' ? card.reason : 'rated',
    valuation_low: estimates ? card.lowDkk : null,
    valuation_avg: estimates ? card.avgDkk : null,
    valuation_high: estimates ? card.highDkk : null,
    // Locked cars are among the comparables, so their number is only for viewers who may see all cars.
    comparable_count: viewer.isPremium ? card.comparableCount : null,
    scraped_time: card.scrapedAt,
    listed_at: card.listedAt,
    discovered_at: marks.discoveredAt,
    isStarred: marks.isStarred,
    is_private: card.ownerId !== null,
    availability: card.availability,
    sources: card.sources,
    days_listed: daysListed(card, card.goneAt ?? card.scrapedAt),
    is_age_known: isAgeKnown(card),
    unseen_days: calendarDays(card.scrapedAt, marks.lookedAt),
    price_drop: card.priceDrop && { at: card.priceDrop.at, amount: card.priceDrop.dkk },
    findings: wireFindings(card, marks.lookedAt),
  };
}

/** A car as a line beside its ad shows it. As for `wireCar`, the caller has checked that it is not locked. */
export function wireKnownCar(car: Car, viewer: Viewer, now: string): KnownCarWire {
  const marks = { isStarred: false, discoveredAt: null, lookedAt: now };
  const { id, deal, deal_reason, price, valuation_avg, findings, scraped_time } = wireCar(
    toCard(car),
    viewer,
    marks,
  );
  const isValued = valuation_avg !== null && deal !== 'no_estimate' && price > 0;
  const gap = isValued ? gapToMarket(price, valuation_avg) : null;
  const is_preliminary = car.registerState === 'unread';
  return { id, deal, deal_reason, price, gap, findings, is_preliminary, scraped_time };
}

const wirePrice = ({ at, priceDkk }: PriceAt) => ({ at, price: priceDkk });

type Comparables = NonNullable<WireCarDetail['why']>['comparables'];

/** A comparable car as shown on another car's page. `factor` converts its price to what it would cost as that other car. */
export function toComparable(car: Car, factor: number): Comparables[number] {
  const isUnseen = car.availability === 'unseen';
  return {
    id: car.id,
    title: car.title,
    price: car.priceDkk,
    adjusted_price: Math.round(car.priceDkk * factor),
    year: car.year,
    mileage: wireMileage(car),
    model: car.model,
    fuel: car.fuel,
    gone_after_days: car.goneAt === null || isUnseen ? null : daysListed(car, car.goneAt),
    is_age_known: isAgeKnown(car),
    last_seen: isUnseen ? car.scrapedAt : null,
  };
}

/** `ofModel`: the other cars of the model that this viewer may open. */
export function wireOutlookOf(outlook: Outlook, ofModel: readonly Car[], viewer: Viewer): WireOutlook {
  const { range, missing, isCounted } = outlook;
  const shown = viewer.seesEstimates ? range : null;
  return {
    seen: ofModel.map((car) => {
      const { adjusted_price: _, ...seen } = toComparable(car, 1);
      return { ...seen, title: seesPlates(viewer) ? seen.title : hidePlates(seen.title, car.plate) };
    }),
    // Locked cars are among those that were counted.
    missing: viewer.isPremium ? missing : null,
    is_counted: isCounted,
    range: shown && { low: shown.lowDkk, high: shown.highDkk, is_rough: shown.isRough },
    range_state: shown ? 'known' : range ? 'locked' : 'unknown',
  };
}

/**
 * From the middle of the comparables that this reader sees, at their present prices, to the market value. Some readers see
 * fewer of them than the rating was made from.
 */
function termsOf(
  avgDkk: number | null,
  comparables: Comparables,
): NonNullable<WireCarDetail['why']>['terms'] {
  if (avgDkk === null || comparables.length === 0) return [];
  const adjusted = comparables.map(({ adjusted_price }) => adjusted_price);
  const factors = comparables.map(({ price, adjusted_price }) => adjusted_price / price);
  const similarDkk = Math.round(middleOf(adjusted, factors));
  return [
    { name: 'similar', dkk: similarDkk },
    { name: 'other', dkk: avgDkk - similarDkk },
  ];
}

function whyOf({ rating }: Car, comparables: Comparables): WireCarDetail['why'] {
  if (!rating.source) return null;
  return {
    source: rating.source,
    model_version: rating.modelVersion,
    comparables,
    terms: termsOf(rating.avgDkk, comparables),
  };
}

/** One count on a page: that of the comparables it lists. The register lists none of those it counted. */
function countOf(car: Car, viewer: Viewer, comparables: Comparables): number | null {
  if (!viewer.seesEstimates) return null;
  return car.rating.source === 'register' ? car.rating.comparableCount : comparables.length;
}

/** What the registers told of a car, which no price is behind. */
export function wireTold(car: Car, viewer: Viewer, lookedAt: string): WireTold {
  const facts = factsOn(car, lookedAt.slice(0, 10));
  return {
    naeste_syn: car.nextInspection,
    register_state: car.registerState,
    facts: facts.map((fact) => ({
      ...fact,
      ad: fact.ad && (seesPlates(viewer) ? fact.ad : hidePlates(fact.ad, car.plate)),
    })),
    story: wireStoryOf(car),
    mileage_verdict: wireMileageVerdict(car),
    cautions: car.rating.cautions,
    mileage: wireMileage(car),
    mileage_seen: car.mileageSeenAt,
    scraped_time: car.scrapedAt,
  };
}

/** What a car of the list is there, for who typed its plate. The caller has decided that they may see it. */
export const wireOnList = (car: Car): WireOnList => ({
  id: car.id,
  title: car.title,
  price: car.priceDkk,
  foreign_price: car.foreignPrice,
  mileage: wireMileage(car),
  deal: car.rating.deal,
  days_listed: daysListed(car, car.goneAt ?? car.scrapedAt),
  is_age_known: isAgeKnown(car),
});

function noOffer({ availability, scrapedAt }: Car, now: string): LockedCar['no_offer'] {
  if (availability === 'live' || availability === 'pending')
    return calendarDays(scrapedAt, now) >= longUnseenDays ? 'unseen' : undefined;
  return availability;
}

/** That it is fair would tell readers without estimates that a price only looks low. */
function ratedDespite({ rating: { deal, source, comparableFactors } }: Car): WireCarDetail['rated_despite'] {
  if (deal !== 'amazing' && deal !== 'poor') return null;
  if (source === 'register') return 'value_of_register';
  if (!isRough(comparableFactors)) return null;
  return comparableFactors.every(isDistant) ? 'all_corrected' : 'most_corrected';
}

/** A locked car: which warnings there are and what weakens the rating is told to everybody, and nothing by which the car could be found. */
function wireLocked(car: Car, marks: ReaderMarks): LockedCar {
  const today = marks.lookedAt.slice(0, 10);
  const found = findingsIn(findableOf(car, car.rating.cautions, today), today);
  const missing = noOffer(car, marks.lookedAt);
  const despite = ratedDespite(car);
  return {
    ...lockedStub(car.id),
    ...(missing && { no_offer: missing }),
    ...(car.registerState === 'found' && { asked: [...car.story.asked] }),
    ...(found.length > 0 && { findings: found.map(({ kind, ...each }) => ({ in: each.in, kind })) }),
    ...(despite && { rated_despite: despite }),
    ...(marks.isStarred && { isStarred: true }),
  };
}

/** Everything of a car that this viewer may see; a stub when it is locked. */
export function wireCarDetail(
  car: Car,
  viewer: Viewer,
  marks: ReaderMarks,
  comparables: Comparables,
): WireCarDetail | LockedCar {
  const card = toCard(car);
  if (isLocked(viewer, card)) return wireLocked(car, marks);
  const shown = wireCar(card, viewer, marks);
  const wordsOf = (text: string) => (seesPlates(viewer) ? text : hidePlates(text, car.plate));
  return {
    ...shown,
    comparable_count: countOf(car, viewer, comparables),
    image_urls: shownPhotos(
      viewer,
      car.photos.map((photo) => [photo.large, photo.blurredLarge] as const),
    ),
    share_title: hidePlates(car.title, car.plate),
    description: wordsOf(car.description),
    item_url: car.itemUrl,
    source: car.source,
    also_at: car.alsoAt.map(({ source, itemUrl, priceDkk, availability }) => ({
      source,
      item_url: itemUrl,
      price: priceDkk,
      availability,
    })),
    ads: car.adPaths.map(({ source, itemUrl, firstSeenAt, prices }) => ({
      source,
      item_url: itemUrl,
      first_seen: firstSeenAt,
      price_history: prices.map(wirePrice),
    })),
    first_seen: car.firstSeenAt,
    times_reposted: timesReposted(car.adPaths),
    ...wireSpecification(car),
    electric: wireElectric(car),
    color: namesOf(car).color,
    body: car.body,
    drivkraft_type_navn: car.fuel ? filterWords.fuels[car.fuel] : null,
    automatgear: car.gearbox ? car.gearbox === 'automatic' : null,
    koeretoej_udstyr_samling: car.equipment.map(wordsOf),
    sidste_syn: car.lastInspection,
    ...wireTold(car, viewer, marks.lookedAt),
    plate_typed_by: seesPlates(viewer) ? (marks.plateTypedBy ?? null) : null,
    price_history: car.priceHistory.map(wirePrice),
    rated_despite: ratedDespite(car),
    why: viewer.seesEstimates ? whyOf(car, comparables) : null,
  };
}
