import { type Specification, specificationFrom } from '#core/cars/specification.ts';
import type { Body, Fuel, Gearbox } from '#core/marketplaces/ad/listing.ts';
import { cutPlates } from '#core/plates/written-plates.ts';
import type { RegisterStory } from './story.ts';
import type { TaxBasis } from './tax.ts';

/** What the vehicle register says about a plate. Any field may be missing; dates are calendar days "YYYY-MM-DD". */
export type Vehicle = Specification & {
  plate: string;
  /** The register's own vehicle id or VIN: plates can change when a car is sold. */
  vehicleKey: string | null;
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
  color: string | null;
  fuel: Fuel | null;
  /** What a hybrid without a plug burns; null of other cars, or if unknown. */
  burns: 'petrol' | 'diesel' | null;
  gearbox: Gearbox | null;
  body: Body | null;
  taxBasis: TaxBasis | null;
  equipment: string[];
  /** Inspections, oldest first; `mileageKm` as read by the inspector. */
  inspections: { date: string; result: string | null; mileageKm: number | null }[];
  nextInspection: string | null;
  status: 'registered' | 'deregistered' | null;
  isLeasing: boolean | null;
  hasDebt: boolean | null;
  isImported: boolean | null;
  /** All events of the answer, and which topics it covers. */
  story: RegisterStory;
  /** The register's own valuation in DKK, with the number of prices behind it. */
  valuation: { lowDkk: number; avgDkk: number; highDkk: number; count: number } | null;
};

/** An answer that says nothing of a vehicle but its plate. */
export const unknownVehicle: Omit<Vehicle, 'plate'> = {
  ...specificationFrom(),
  vehicleKey: null,
  make: null,
  model: null,
  variant: null,
  year: null,
  color: null,
  fuel: null,
  burns: null,
  gearbox: null,
  body: null,
  taxBasis: null,
  equipment: [],
  inspections: [],
  nextInspection: null,
  status: null,
  isLeasing: null,
  hasDebt: null,
  isImported: null,
  story: { asked: [], events: [] },
  valuation: null,
};

/** Names under which sellers and the register write the same make, folded; longer forms ("Tesla Motors") need no entry. */
const aliases: Readonly<Record<string, string>> = {
  vw: 'volkswagen',
  mb: 'mercedes',
  merc: 'mercedes',
  rangerover: 'landrover',
  chevy: 'chevrolet',
};

/** Whether two spellings are of one make: "VW" and "VOLKSWAGEN", "Citroën" and "CITROEN", "Mercedes" and "MERCEDES-BENZ". */
export function isSameMake(a: string, b: string): boolean {
  const [one, other] = [foldMake(a), foldMake(b)];
  if (one.length < 2 || other.length < 2) return one === other;
  return one.startsWith(other) || other.startsWith(one);
}

function foldMake(make: string): string {
  const folded = make
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return aliases[folded] ?? folded;
}

/** Whether two spellings are of one model; the register's longer name ("OCTAVIA COMBI") contains the ad's. */
export function isSameModel(a: string, b: string): boolean {
  const [one, other] = [foldMake(a), foldMake(b)];
  return one.includes(other) || other.includes(one);
}

/** JSON of unknown shape; the readers below give null for a missing value or one of another type. */
export type Json = Record<string, unknown>;

export const asObject = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
export const asFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** A number above zero; the registers write 0 for unknown. */
export function asPositive(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value.replace(',', '.')) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}

/**
 * A register's date as "YYYY-MM-DD". One answer has ISO dates with an offset and dd-MM-yyyy dates. The day is taken as
 * written, because "2013-12-18T00:00+01:00" in UTC is the day before.
 */
export function asDay(value: unknown): string | null {
  const text = asText(value);
  if (!text) return null;
  const iso = /^(\d{4}-\d{2}-\d{2})/.exec(text);
  if (iso) return iso[1]!;
  const danish = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  return danish ? `${danish[3]}-${danish[2]}-${danish[1]}` : null;
}

const longest = 160;
/** Chassis numbers, including old short ones: at least ten letters and digits in one word. */
const chassisNumber = /(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])\b[A-Z0-9]{10,}\b/gi;
/** Names of people in a company's name or a record: "Autosyn v/ …", "Ejer: …". */
const personBehind =
  /\s*(?:\bv\/|\bv\.\s|\bc\/o\b|\batt\b\.?:?|\b(?:ejer|bruger|skyldner|kreditor|kontakt)\b\s*:).*$/i;
/** Words in the names of inspection companies; a name without any may be a person's. */
const firmWord =
  /\b(?:a\/s|aps|i\/s|k\/s|p\/s|ivs|fdm|dekra|applus|tüv|skat)\b|syn|bil|auto|motor|test|center|centret|værksted|service|told/i;

/**
 * Text of a register's answer that may be shown to everybody: without plates (`plates`: those in the answer), chassis
 * numbers and people's names, at most 160 characters. Null if nothing is left.
 */
export function cleanWords(value: unknown, plates: readonly string[]): string | null {
  let words = asText(value)?.replace(chassisNumber, ' ').replace(personBehind, '') ?? null;
  for (const plate of plates) words = words && cutPlates(words, plate);
  const tidy = (words ?? '').replace(/\s+/g, ' ').trim();
  return tidy === '' ? null : tidy.slice(0, longest);
}

/** A company's name; null if it could be a person's. */
export function firmOf(value: unknown, plates: readonly string[]): string | null {
  const name = cleanWords(value, plates);
  return name && firmWord.test(name) ? name : null;
}

/** The optional calls to a register, with the name under which each answer is merged into the main one. */
export const laidAs = { mileage: 'mileageLogs', owners: 'ownerHistory', recalls: 'recalls' } as const;

export type OptionalCall = keyof typeof laidAs;

/** Most important first: the last ones are skipped when a plate may not be looked up often enough. */
export const optionalCalls: readonly OptionalCall[] = ['mileage', 'owners', 'recalls'];

/** Maximum of calls to a register about one plate per day (UTC), including failed ones. */
export const mostCallsPerDay = 4;

/** The calls named in a setting, separated by commas, in our order. */
export function readOptionalCalls(setting: string | null): OptionalCall[] {
  const named = (setting ?? '').split(',').map((name) => name.trim());
  return optionalCalls.filter((call) => named.includes(call));
}

/** Metric horsepower from kW, rounded as in Danish registration papers (54 → 73, 200 → 272). */
export const horsepowerOfKw = (kw: number): number => Math.round(kw * 1.35962);

/** Engine size in litres with one decimal. A value over 50 is in cubic centimetres. */
export function litresOf(value: number | null): number | null {
  if (value === null) return null;
  return Math.round((value > 50 ? value / 1000 : value) * 10) / 10;
}

export function fuelOf(name: string | null, isPlugin: boolean | null): Fuel | null {
  if (isPlugin) return 'plugin_hybrid';
  const text = (name ?? '').toLowerCase();
  if (text.includes('plug')) return 'plugin_hybrid';
  if (text.includes('hybrid')) return 'hybrid';
  if (text.startsWith('benzin')) return 'petrol';
  if (text.startsWith('diesel')) return 'diesel';
  if (text === 'el' || text.startsWith('elektri')) return 'electric';
  if (text.includes('gas')) return 'gas';
  if (text.includes('brint') || text.includes('hydrogen')) return 'hydrogen';
  return null;
}

const keepsCapitals = /^(?:VW|BMW|MG|DS|KIA|GTI|GTD|GTE|TDI|TSI|TFSI|HDI|CDI|DSG|SUV|RS|ST|\d.*|[IVX]+)$/;

/** "OCTAVIA COMBI" → "Octavia Combi"; the register writes capitals. Short codes are kept. */
export function titleCase(text: string | null): string | null {
  if (!text) return null;
  return text
    .split(' ')
    .map((word) =>
      keepsCapitals.test(word) || word !== word.toUpperCase()
        ? word
        : word.charAt(0) +
          word
            .slice(1)
            .toLowerCase()
            .replace(/-\p{L}/gu, (part) => part.toUpperCase()),
    )
    .join(' ');
}

/** The fuel that an engine burns, from the register's fuel name, also for hybrids. */
export function burnsOf(name: string | null): 'petrol' | 'diesel' | null {
  const text = (name ?? '').toLowerCase();
  return text.startsWith('benzin') ? 'petrol' : text.startsWith('diesel') ? 'diesel' : null;
}

/** An electric car's consumption in Wh/km; values that are impossible have another unit and give null. */
export function whPerKmOf(value: number | null): number | null {
  return value !== null && value >= 80 && value <= 400 ? value : null;
}

/** A register that does not answer throws `RegisterUnavailable`; a plate it does not know is null. */
export type VehicleRegister = { lookup(plate: string): Promise<Vehicle | null> };

export class RegisterUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegisterUnavailable';
  }
}
