import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '../../refusal.ts';

export type CsvRecord = { line: number; fields: string[] };

/** The separator that the header uses most. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Each record with the line on which it ends. */
function parseRecords(source: string): { info: { lines: number }; record: string[] }[] {
  try {
    return parse(source, {
      bom: true,
      delimiter: separatorOf(source),
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
      info: true,
    }) as unknown as ReturnType<typeof parseRecords>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal(
      `Line ${error.lines} of the file: a field that begins with a quote must end with one, and double the quotes within.`,
    );
  }
}

/**
 * Records of a text in columns, each with the line it begins on; quoted fields may hold separators, quotes and line breaks. A
 * quote in a field that does not begin with one is a letter like others: 18" wheels. @throws Refusal when fields cannot be told
 */
export const parseCsv = (source: string): CsvRecord[] =>
  parseRecords(source).map(({ info, record }) => ({
    line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
    fields: record,
  }));
