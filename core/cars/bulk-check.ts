import { typedCar } from '#core/contract/routes/car-parts.ts';
import type { BulkRowWire, CheckedCarWire } from '#core/contract/routes/cars.ts';
import { findingText } from '#core/pages/car-page.ts';
import { isOrdinaryPlate, normalPlate } from '#core/plates/plate.ts';
import type { Language } from '#core/shared.ts';
import { gapToMarket, toHundreds } from '#core/valuation/valuation.ts';
import { deals as dealsDa } from './filter-words-da.ts';
import { deals as dealsEn } from './filter-words-en.ts';
import type { FindingName } from './findings.ts';
import type { TypedCar } from './typed-car.ts';

/** Cars in one file, and how many of them one request values at most. */
export const mostBulkRows = 500;
export const bulkRowsAtOnce = 50;

/** Why a row of a file was not valued. */
export const bulkErrors = [
  'plate_invalid',
  'price_invalid',
  'mileage_invalid',
  'plate_unknown',
  'register_silent',
] as const;
export type BulkError = (typeof bulkErrors)[number];

/** A row of a file: its line, the plate as it stands there, and what is asked or what is wrong. */
export type BulkRow = { line: number; plate: string } & (
  | { typed: TypedCar; error: null }
  | { typed: null; error: BulkError }
);

type Column = 'plate' | 'price' | 'mileage';

/** Headings in both languages, also those of the list's own file, without case, units, blanks and dots. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  plate: [
    'plate',
    'numberplate',
    'licenseplate',
    'licenceplate',
    'nummerplade',
    'regnr',
    'registreringsnummer',
    'reg',
  ],
  price: ['price', 'askingprice', 'pris', 'kontantpris', 'udbudspris'],
  mileage: [
    'mileage',
    'km',
    'kilometres',
    'kilometers',
    'kilometer',
    'kilometertal',
    'kilometerstand',
    'kørt',
  ],
};

const headingOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/\(.*\)|\bkr\b\.?|\bdkk\b/g, '')
    .replace(/[\s._-]/g, '');

/** Where the columns are; null without a column of plates. A file without headings has plate, price and mileage in this order. */
function columnsOf(first: readonly string[]): { at: Record<Column, number>; hasHeadings: boolean } | null {
  const names = first.map(headingOf);
  const find = (column: Column) => names.findIndex((name) => headings[column].includes(name));
  const at = { plate: find('plate'), price: find('price'), mileage: find('mileage') };
  if (at.plate >= 0) return { at, hasHeadings: true };
  // A word can be a plate that somebody wished for: without headings the first must be of the ordinary series.
  return isOrdinaryPlate(normalPlate(first[0] ?? ''))
    ? { at: { plate: 0, price: 1, mileage: 2 }, hasHeadings: false }
    : null;
}

const grouped = /^\d{1,3}(?:[.,\u00a0\u202f' ]\d{3})+$|^\d+$/;

/** "84.900 kr." → 84900; null for an empty cell, undefined for what is no whole number. */
function readWhole(cell: string | undefined): number | null | undefined {
  const text = (cell ?? '')
    .trim()
    .replace(/^(?:kr\.?|dkk)\s*|\s*(?:kr\.?|dkk|km)$/i, '')
    .replace(/[.,](?:00|-)$/, '');
  if (text === '') return null;
  return grouped.test(text) ? Number(text.replace(/\D/g, '')) : undefined;
}

const mostPlate = 20;

function readRow({ line, cells }: Line, at: Record<Column, number>): BulkRow {
  const written = (cells[at.plate] ?? '').trim();
  const row = { line, plate: written.slice(0, mostPlate) };
  const wrong = (error: BulkError): BulkRow => ({ ...row, typed: null, error });
  const [price, mileage] = [readWhole(cells[at.price]), readWhole(cells[at.mileage])];
  const { shape } = typedCar;
  if (!shape.plate.safeParse(written).success) return wrong('plate_invalid');
  if (price === undefined || !shape.price.safeParse(price).success) return wrong('price_invalid');
  if (mileage === undefined || !shape.mileage.safeParse(mileage).success) return wrong('mileage_invalid');
  return { ...row, typed: { plate: normalPlate(written), priceDkk: price, mileageKm: mileage }, error: null };
}

/** A record of a CSV file, and the line on which it ends. */
export type Line = { line: number; cells: readonly string[] };

/** The rows of a file; null for one without a column of number plates. */
export function readBulkRows(lines: readonly Line[]): BulkRow[] | null {
  const columns = lines[0] && columnsOf(lines[0].cells);
  if (!columns) return null;
  return lines.slice(columns.hasHeadings ? 1 : 0).map((line) => readRow(line, columns.at));
}

/** What a check found about a car, in a line. */
export type BulkCar = NonNullable<BulkRowWire['car']>;

const hundreds = (dkk: number | null) => (dkk === null ? null : toHundreds(dkk));

/** A line of a single check's answer. Null for a locked car. */
export function bulkCarOf(car: CheckedCarWire): BulkCar | null {
  if (car.locked) return null;
  const { title, year, mileage, price, deal, on_list: listed, findings } = car;
  const market = hundreds(car.valuation_avg);
  return {
    ...{ title, year, mileage, deal, market },
    price: price > 0 ? price : null,
    low: hundreds(car.valuation_low),
    high: hundreds(car.valuation_high),
    gap: price > 0 && market !== null && deal !== 'no_estimate' ? gapToMarket(price, market) : null,
    days_listed: listed?.days_listed ?? null,
    is_age_known: listed?.is_age_known ?? null,
    finding: findings.heaviest,
    findings: findings.count,
  };
}

const texts = {
  en: {
    columns: [
      ...['Line', 'Number plate', 'Car', 'Year', 'km', 'Price (kr.)', 'Rating'],
      ...[
        'Market value from (kr.)',
        'Market value (kr.)',
        'Market value to (kr.)',
        'Price minus market value (kr.)',
      ],
      ...['Days listed', 'Look at', 'Not valued because'],
    ],
    deals: dealsEn,
    atLeast: 'at least',
    errors: {
      plate_invalid: 'This is no Danish number plate.',
      price_invalid: 'The price must be a whole number of kroner, or empty.',
      mileage_invalid: 'The mileage must be a whole number of kilometres, or empty.',
      plate_unknown: 'The vehicle register knows no car with this number plate.',
      register_silent: 'The vehicle register did not answer. Try this row again later.',
    } satisfies Record<BulkError, string>,
  },
  da: {
    columns: [
      ...['Linje', 'Nummerplade', 'Bil', 'Årgang', 'km', 'Pris (kr.)', 'Vurdering'],
      ...[
        'Markedsværdi fra (kr.)',
        'Markedsværdi (kr.)',
        'Markedsværdi til (kr.)',
        'Pris minus markedsværdi (kr.)',
      ],
      ...['Dage til salg', 'Se på', 'Ikke vurderet, fordi'],
    ],
    deals: dealsDa,
    atLeast: 'mindst',
    errors: {
      plate_invalid: 'Det er ikke en dansk nummerplade.',
      price_invalid: 'Prisen skal være et helt antal kroner eller tom.',
      mileage_invalid: 'Kilometertallet skal være et helt antal kilometer eller tomt.',
      plate_unknown: 'Motorregistret kender ingen bil med den nummerplade.',
      register_silent: 'Motorregistret svarede ikke. Prøv rækken igen senere.',
    } satisfies Record<BulkError, string>,
  },
} as const satisfies Record<Language, object>;

/** What to look at ("The ad says it has no valid inspection (+2)"), or why it was not valued. */
function noteOf(car: BulkCar | null, error: BulkError | null, language: Language): string | null {
  if (error !== null) return texts[language].errors[error];
  const text = car?.finding && findingText(car.finding as FindingName, language);
  return text ? `${text}${car.findings > 1 ? ` (+${car.findings - 1})` : ''}` : null;
}

export function bulkAnswer(
  { line, plate }: BulkRow,
  found: BulkCar | BulkError | null,
  language: Language,
): BulkRowWire {
  const [car, error] = typeof found === 'string' ? [null, found] : [found, null];
  return { line, plate, car, error, note: noteOf(car, error, language) };
}

/** The headings of the answer's file. */
export const bulkColumns = (language: Language): readonly string[] => texts[language].columns;

/** The cells of a row of the answer's file, in the order of its headings. */
export function bulkCells(
  { line, plate, car, error, note }: BulkRowWire,
  language: Language,
): (string | number | null)[] {
  const { deals, atLeast } = texts[language];
  const days = car?.days_listed ?? null;
  return [
    ...[line, plate, car?.title ?? null, car?.year ?? null, car?.mileage ?? null, car?.price ?? null],
    car && deals[car.deal],
    ...[car?.low ?? null, car?.market ?? null, car?.high ?? null, car?.gap ?? null],
    days !== null && !car?.is_age_known ? `${atLeast} ${days}` : days,
    ...(error === null ? [note, null] : [null, note]),
  ];
}
