import { Refusal } from '../../refusal.ts';

/** What a file may say of a car, and whether it must. */
export const columns = {
  price: 'required',
  make: 'required',
  model: 'required',
  year: 'required',
  mileage: 'required',
  date: 'optional',
  variant: 'optional',
  title: 'optional',
  month: 'optional',
  fuel: 'optional',
  gearbox: 'optional',
  horsepower: 'optional',
  engine: 'optional',
  seller: 'optional',
} as const;
export type Column = keyof typeof columns;
/** Where in a record each column stands. */
export type Places = Partial<Record<Column, number>>;

const names = Object.keys(columns) as Column[];
const isColumn = (name: string): name is Column => Object.hasOwn(columns, name);

/** `price=Pris,make=Mærke` by column. @throws Refusal for what is no such pair */
export function readMap(map: string | undefined): Partial<Record<Column, string>> {
  const pairs = (map ?? '').split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const column = pair.slice(0, at).trim();
      if (at < 1 || !isColumn(column))
        throw new Refusal(
          `--map does not know "${pair}". Write ${names[0]}=Header; columns: ${names.join(', ')}.`,
        );
      return [column, pair.slice(at + 1).trim()];
    }),
  );
}

/** Where each column stands under this header. @throws Refusal that names every column that is missing */
export function placeColumns(
  header: readonly string[],
  map: Partial<Record<Column, string>>,
  hasDate: boolean,
): Places {
  const placeOf = (name: string) => header.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  const places: Places = {};
  const problems: string[] = [];
  for (const name of names) {
    const place = placeOf(map[name] ?? name);
    if (place >= 0) places[name] = place;
    else if (map[name] !== undefined) problems.push(`${name} (named "${map[name]}" by --map)`);
    else if (columns[name] === 'required') problems.push(name);
  }
  if (places.date === undefined && !hasDate)
    problems.push('date (or give the day of all rows: --date 2025-06-30)');
  if (problems.length === 0) return places;
  throw new Refusal(
    `The file has no column for: ${problems.join('; ')}.\nIts header: ${header.join(', ')}.\n` +
      'Say which header means what: --map price=Pris,make=Mærke',
  );
}
