import { foldName, foldText, readTellingWords, readTokens } from './features.ts';
import type { CarFacts } from './valuation.ts';

/** A car as the model sees it: names normalised to keys ('' if unknown), numbers NaN if unknown. */
export type Subject = {
  id: string;
  make: string;
  /** Make and model together: "toyota/yaris". */
  model: string;
  variant: string;
  tokens: string[];
  /** The tokens that describe the trim. */
  telling: string[];
  year: number;
  ageYears: number;
  /** Odometer in kilometres, repaired (see `repairMileageKm`). */
  mileageKm: number;
  horsepower: number;
  engineLitres: number;
  fuel: string;
  gearbox: string;
  body: string;
  seller: string;
  region: string;
  newPrice: number;
  observedYear: number;
};

function within(value: number | null, low: number, high: number): number {
  return value !== null && value >= low && value <= high ? value : Number.NaN;
}

/**
 * Sellers write "187" for 187,000 km: below 1,000 km on a car older than 1.5 years the number is taken as thousands. An
 * impossibly high number is treated as unknown.
 */
function repairMileageKm(mileageKm: number | null, ageYears: number): number {
  const known = within(mileageKm, 0, 2_000_000);
  if (known > 0 && known < 1000 && ageYears > 1.5) return known * 1000;
  return known <= 1_000_000 ? known : Number.NaN;
}

/** An ISO instant as a year with its fraction: midsummer 2024 is about 2024.5. */
export function yearFraction(instant: string): number {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  const start = Date.UTC(year, 0, 1);
  return year + (date.getTime() - start) / (Date.UTC(year + 1, 0, 1) - start);
}

/** Age in years when the price was asked; an unknown month counts as the middle of the year. */
export function ageInYears(facts: Pick<CarFacts, 'year' | 'month' | 'observedYear'>): number {
  const month = Math.min(12, Math.max(1, facts.month ?? 6));
  return Math.max(0, facts.observedYear - ((facts.year ?? Number.NaN) + (month - 0.5) / 12));
}

/** Null if make or year is missing or impossible: such a car cannot be valued. "Unknown model" is treated as a model. */
export function toSubject(facts: CarFacts): Subject | null {
  const make = foldName(facts.make);
  const modelName = foldName(facts.model);
  const year = within(facts.year, 1900, facts.observedYear + 1.5);
  if (!make || Number.isNaN(year)) return null;
  const ageYears = ageInYears(facts);
  return {
    id: facts.id,
    make,
    model: `${make}/${modelName}`,
    variant: foldText(facts.variant),
    tokens: readTokens(facts.variant, facts.title),
    telling: readTellingWords(facts, facts.variant, facts.title),
    year,
    ageYears,
    mileageKm: repairMileageKm(facts.mileageKm, ageYears),
    horsepower: within(facts.horsepower, 20, 1000),
    engineLitres: within(facts.engineLitres, 0.3, 9),
    fuel: foldText(facts.fuel),
    gearbox: foldText(facts.gearbox),
    body: foldText(facts.body),
    seller: foldText(facts.sellerType),
    region: foldText(facts.region),
    newPrice: within(facts.newPrice, 1000, 20_000_000),
    observedYear: facts.observedYear,
  };
}
