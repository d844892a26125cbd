import type { Body } from '#core/marketplace/ad/body-names.ts';
import type { Fuel, Gearbox } from '#core/marketplace/ad/listing.ts';
import type { TaxBasis } from './half-yearly-tax.ts';
import type { RegisterStory } from './story.ts';

/** What the vehicle register says about one plate. Every field may be missing; dates are calendar days "YYYY-MM-DD". */
export type Vehicle = {
  plate: string;
  /** The register's own vehicle id or VIN: plates change when a dealer resells. */
  vehicleKey: string | null;
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
  firstRegistration: string | null;
  color: string | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  body: Body | null;
  horsepower: number | null;
  engineLitres: number | null;
  kmPerLitre: number | null;
  /** Electric cars: what a kilometre takes. */
  whPerKm: number | null;
  halfYearlyTaxDkk: number | null;
  taxBasis: TaxBasis | null;
  equipment: string[];
  /** Inspections, oldest first; `mileageKm` as read by the inspector. */
  inspections: { date: string; result: string | null; mileageKm: number | null }[];
  nextInspection: string | null;
  status: 'registered' | 'deregistered' | null;
  isLeasing: boolean | null;
  hasDebt: boolean | null;
  isImported: boolean | null;
  /** Every event of the answer, and what it says nothing of. */
  story: RegisterStory;
  /** The register's own valuation, DKK, with the number of prices it rests on. */
  valuation: { lowDkk: number; avgDkk: number; highDkk: number; count: number } | null;
};
