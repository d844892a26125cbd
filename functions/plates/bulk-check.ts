import { type CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import {
  type BulkCar,
  type BulkError,
  type BulkRow,
  bulkAnswer,
  bulkCarOf,
  bulkCells,
  bulkColumns,
  bulkRowsAtOnce,
  type Line,
  mostBulkRows,
  readBulkRows,
} from '#core/cars/bulk-check.ts';
import type { TypedCar } from '#core/cars/typed-car.ts';
import type { BulkRowWire, CheckedCarWire } from '#core/contract/routes/cars.ts';
import { Failure } from '#core/failure.ts';
import type { Language } from '#core/shared.ts';
import { clock } from '#functions/platform/clock.ts';

/** Five hundred rows are thirty kilobytes; a list's own file of as many cars is three hundred. */
const mostBytes = 1024 * 1024;

const unread = () => new Failure(400, 'csv_unread', 'This is no CSV file with a column of number plates.');

/** Excel writes UTF-8 with a mark, or Windows-1252 without one, or UTF-16 as "Unicode text". */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What separates the cells: Danish Excel writes semicolons. */
function delimiterOf(text: string): string {
  const line = text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  const counts = [';', '\t', ','].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]!.sign;
}

type Parsed = { record: string[]; info: { lines: number } };

function linesOf(text: string): Line[] {
  const options = {
    ...{ delimiter: delimiterOf(text), info: true, skip_empty_lines: true },
    // A blank row (";;") is skipped before it counts towards `to`.
    ...{ skip_records_with_empty_values: true, to: mostBulkRows + 2 },
    ...{ relax_column_count: true, relax_quotes: true, max_record_size: 20_000 },
  };
  const read = (quote: '"' | null) => parse(text, { ...options, quote }) as unknown as Parsed[];
  let parsed: Parsed[];
  try {
    parsed = read('"');
  } catch {
    // A quotation mark that is never closed would take all further rows into its cell.
    parsed = read(null);
  }
  return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

/** @throws Failure 400 csv_unread or csv_too_long */
function readFile(bytes: Uint8Array): BulkRow[] {
  if (bytes.length > mostBytes) throw tooLong();
  const text = textOf(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0')) throw unread();
  let rows: BulkRow[] | null;
  try {
    rows = readBulkRows(linesOf(text));
  } catch (error) {
    if (!isCsvError(error)) throw error;
    throw unread();
  }
  if (!rows || rows.length === 0) throw unread();
  if (rows.length > mostBulkRows) throw tooLong();
  return rows;
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_');

const tooLong = () =>
  new Failure(400, 'csv_too_long', `A file may have up to ${mostBulkRows} cars.`, { limit: mostBulkRows });

/** The failures of one row, which the others do not share. */
const rowErrors: readonly string[] = ['plate_unknown', 'register_silent'] satisfies BulkError[];

/** Rows valued side by side: each asks the register. */
const sideBySide = 8;
/** No round begins after this: with a register that takes its ten seconds, the request still ends in time. */
const beginsWithinMs = 18_000;

type Check = (typed: TypedCar) => Promise<CheckedCarWire>;

async function find({ typed, error }: BulkRow, check: Check): Promise<BulkCar | BulkError | null> {
  if (typed === null) return error;
  try {
    return bulkCarOf(await check(typed));
  } catch (failure) {
    if (!(failure instanceof Failure) || !rowErrors.includes(failure.code)) throw failure;
    return failure.code as BulkError;
  }
}

export type BulkPart = { total: number; next: number | null; rows: BulkRowWire[]; csv: string };

/**
 * Values the cars of a file, from row `from` on as many as one request can in its time. A row that is wrong is answered with its line and
 * keeps none of the others. `csv`: these rows for a spreadsheet, the first with headings; what it would run as a formula gets
 * an apostrophe.
 * @throws Failure 400, and whatever `check` throws for reasons that all rows share
 */
export async function checkFile(
  bytes: Uint8Array,
  { from, language }: { from: number; language: Language },
  check: Check,
): Promise<BulkPart> {
  const startedAt = clock.now().getTime();
  const all = readFile(bytes);
  const part = all.slice(from, from + bulkRowsAtOnce);
  const rows: BulkRowWire[] = [];
  const isInTime = () => clock.now().getTime() - startedAt < beginsWithinMs;
  for (let first = 0; first < part.length && isInTime(); first += sideBySide) {
    const some = part.slice(first, first + sideBySide);
    const found = await Promise.all(some.map((row) => find(row, check)));
    rows.push(...some.map((row, n) => bulkAnswer(row, found[n]!, language)));
  }
  const next = from + rows.length;
  return {
    total: all.length,
    next: next < all.length ? next : null,
    rows,
    csv: stringify(
      rows.map((row) => bulkCells(row, language).map(asText)),
      {
        ...{ delimiter: ';', escape_formulas: true, header: from === 0, bom: from === 0 },
        columns: [...bulkColumns(language)],
      },
    ),
  };
}

/** A formula may also begin behind a separator of other settings. */
const asText = <T>(cell: T): T | string =>
  typeof cell === 'string' ? cell.replace(/([,\t]\s*)(?=[=+\-@])/g, "$1'") : cell;
