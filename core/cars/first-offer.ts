import { middleOf } from '#core/valuation/evidence.ts';
import { clamp } from '#core/valuation/statistics.ts';
import { type Interval, ratingSettings } from '#core/valuation/thresholds.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import type { FindingKind } from './findings.ts';

/** What a first offer rests on: a car that is on offer, has an estimate, and is shown to a reader who may see it. */
export type OfferInput = {
  priceDkk: number;
  interval: Interval;
  /** What similar cars are or were last asked for, made comparable, each with the factor that did so. */
  comparables: readonly { adjustedDkk: number; factor: number; isGone: boolean }[];
  daysListed: number;
  /** Whether `daysListed` is exact or a minimum. */
  isAgeKnown: boolean;
  /** The median number of days until a car of the model is gone; null if it is not known. */
  usualDays: number | null;
  /** By how much the price fell since the ad was first seen; 0 if it did not. */
  droppedDkk: number;
  /** The kinds of findings of the car, and whether one of them is heavy. */
  findings: readonly (FindingKind | (string & {}))[];
  hasHeavyFinding: boolean;
  /** The seller's own words. */
  text: string;
};

export type FirstOffer = {
  dkk: number;
  /**
   * `similar`: a place among the similar cars; `capped`: the market value, below that place; `value`: the market value, where
   * they are too few; `asked`: nothing is below.
   */
  from: 'similar' | 'capped' | 'value' | 'asked';
  /** How many of the similar cars ask less than the offer when made comparable, of how many, and how many are gone. */
  cheaper: number;
  total: number;
  gone: number;
  /** For how long the car has been offered, where that is long; whether longer than usual is said only where that is known. */
  long: { days: number; isAgeKnown: boolean; isUsualKnown: boolean } | null;
  droppedDkk: number | null;
  /** Whether the seller writes that the price is fixed. */
  isFixed: boolean;
  /** What a buyer will have to pay for; what it costs is not known. */
  toPay: ToPay[];
};

const payable = [
  'faults',
  'inspection_overdue',
  'inspection_due',
  'no_inspection',
  'deregistered',
  'no_plates',
] as const;
export type ToPay = (typeof payable)[number];

const fixedPrice = [
  // Of the car, and not of a service, a month or an agreement.
  /(?<!\b(?:ikke|ej|ingen|uden|not) (?:(?:en|helt|a) )?)\b(?:fast[ -]?pris|festpreis|fixed price|firm price)\b(?![ -]*(?:aftale|service|garanti|reparation|finansiering|leasing|pr\b|per\b|om m[åa]neden)| (?:på|for) (?!bilen\b|den\b|kr\b|\d)|\s*\?)/i,
  /\bprisen? er (?:helt |meget )?fast\b(?!\s*\?)/i,
  /\bprice is (?:fixed|firm)\b/i,
  /\bingen (?:prut|prutteri|prutning|forhandling)\b/i,
  /\b(?:prutning|prutteri) frabedes\b/i,
  /\b(?:pruttes|forhandles) ikke\b/i,
  /\bikke (?:pruttes|forhandles|til (?:at )?(?:forhandling|forhandle|prutte))\b/i,
  /\b(?:no haggling|not negotiable|non[ -]negotiable)\b/i,
];
/** "Fast pris", "prisen er fast", "ingen prutteri", "ikke til forhandling". */
export const saysPriceIsFixed = (text: string): boolean => fixedPrice.some((pattern) => pattern.test(text));

/** A car that has been offered for so long is offered for long, where its model's usual time is not known. */
const longDays = 60;
/** The place among the similar cars, from the cheapest: the middle, and lower for each sign that the seller waits. */
const usualShare = 0.5;
const stepDown = 0.1;
/** People name prices in such steps. */
const stepDkk = 500;

/** Rounded down to a price that people name, but never below the least; the least itself is rounded up to hundreds. */
function named(dkk: number, leastDkk: number): number {
  const rounded = Math.floor(dkk / stepDkk) * stepDkk;
  return rounded >= leastDkk ? rounded : Math.ceil(leastDkk / 100) * 100;
}

/**
 * A figure to begin with, never above the asking price nor the market value, and below the interval only where the car itself is
 * asked for less. Null with a heavy finding, which must be cleared up before any price. It rests on asking prices alone: what cars
 * sell for is not published.
 */
export function firstOffer(input: OfferInput): FirstOffer | null {
  const { priceDkk, interval, comparables, daysListed, isAgeKnown, usualDays, droppedDkk, findings } = input;
  if (input.hasHeavyFinding || priceDkk <= 0) return null;
  const isLong = daysListed > (usualDays ?? longDays);
  const hasDropped = droppedDkk > 0;
  const share = usualShare - (isLong ? stepDown : 0) - (hasDropped ? stepDown : 0);
  const isSimilar = comparables.length >= ratingSettings.leastComparables;
  const adjusted = comparables.map(({ adjustedDkk }) => adjustedDkk);
  const factors = comparables.map(({ factor }) => factor);
  // What the page calls the market value is enough to begin with.
  const similarDkk = isSimilar ? middleOf(adjusted, factors, share) : Number.POSITIVE_INFINITY;
  const isCapped = isSimilar && toHundreds(similarDkk) > toHundreds(interval.avgDkk);
  const aimDkk = Math.min(similarDkk, interval.avgDkk);
  const offerDkk = named(clamp(aimDkk, interval.lowDkk, interval.highDkk), interval.lowDkk);
  const isBelow = offerDkk < priceDkk;
  const dkk = isBelow ? offerDkk : priceDkk;
  return {
    dkk,
    from: isBelow ? (isCapped ? 'capped' : isSimilar ? 'similar' : 'value') : 'asked',
    // As their prices are shown.
    cheaper: adjusted.filter((each) => toHundreds(each) < dkk).length,
    total: comparables.length,
    gone: comparables.filter(({ isGone }) => isGone).length,
    long: isLong ? { days: daysListed, isAgeKnown, isUsualKnown: usualDays !== null } : null,
    droppedDkk: hasDropped ? droppedDkk : null,
    isFixed: saysPriceIsFixed(input.text),
    toPay: payable.filter((kind) => findings.includes(kind)),
  };
}
