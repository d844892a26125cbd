export type CsvRecord = { line: number; fields: string[] };

/** The separator that the header uses most. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Records of a text in columns, each with the line it begins on; quoted fields may hold separators, quotes and line breaks. */
export function parseCsv(source: string): CsvRecord[] {
  const text = source.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'g');
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, fields: [] };
  for (const [whole, quoted, plain, end] of text.matchAll(field)) {
    record.fields.push((quoted === undefined ? plain! : quoted.replaceAll('""', '"')).trim());
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (record.fields.some((one) => one !== '')) records.push(record);
    record = { line, fields: [] };
  }
  return records;
}
