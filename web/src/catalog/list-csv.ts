import { stringify } from 'csv-stringify/browser/esm/sync';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { calendarDay } from '#core/shared.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { call } from '../api/call.ts';
import { wordsOfFinding } from '../cars/car-card.tsx';
import type { PriceStep } from '../cars/car-page.tsx';
import type { CarTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { type ListState, toCarQuery } from './list-state.ts';

type Cell = string | number | null;
type Column<Row> = [name: string, read: (row: Row) => Cell];

const roundOrNull = (car: WireCar, dkk: number | null) =>
  dkk === null || car.deal === 'no_estimate' ? null : toHundreds(dkk);

const asText = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replace(/([,\t]\s*)(?=[=+\-@])/g, "$1'") : cell;

function columnsOf(t: CarTexts, origin: string): Column<WireCar>[] {
  return [
    [t.csv.car, ({ title }) => title],
    [t.car.brand, ({ brand }) => brand],
    [t.car.model, ({ model }) => model],
    [t.car.variant, ({ variant }) => variant],
    [t.car.year, ({ year }) => year],
    [t.csv.km, ({ mileage }) => mileage],
    [t.filters.fuel, ({ fuel }) => fuel && t.filters.fuels[fuel]],
    [t.filters.gearbox, ({ gearbox }) => gearbox && t.filters.gearboxes[gearbox]],
    [t.csv.price, ({ price }) => (price > 0 ? price : null)],
    [t.filters.deal, ({ deal }) => t.deals[deal]],
    [t.csv.marketLow, (car) => roundOrNull(car, car.valuation_low)],
    [t.csv.market, (car) => roundOrNull(car, car.valuation_avg)],
    [t.csv.marketHigh, (car) => roundOrNull(car, car.valuation_high)],
    [t.csv.days, ({ days_listed: days }) => days],
    [t.csv.drop, ({ price_drop: drop }) => drop?.amount ?? null],
    [t.facts.title, ({ findings }) => findings.heaviest && wordsOfFinding(findings.heaviest, t)],
    [t.car.city, ({ city }) => city],
    [t.filters.seller, ({ seller_type: seller }) => seller && t.filters.sellers[seller]],
    [t.car.plate, ({ plate }) => plate],
    [t.csv.page, ({ id }) => `${origin}${paths.car(id)}`],
  ];
}

/**
 * Rows as CSV, for a spreadsheet that reads semicolons. A column in which nothing is known, or that the reader may not see,
 * is left out. A text from an ad gets an apostrophe before what a spreadsheet would run as a formula, also behind a comma or
 * a tab, where one with other settings begins a cell.
 */
function tableOf<Row>(rows: readonly Row[], all: readonly Column<Row>[]): string {
  const columns = all.filter(([, read]) => rows.some((row) => read(row) !== null));
  return stringify(
    rows.map((row) => columns.map(([, read]) => asText(read(row)))),
    {
      header: true,
      columns: columns.map(([name]) => name),
      delimiter: ';',
      bom: true,
      escape_formulas: true,
    },
  );
}

/** `origin`: of the addresses of the cars' pages. */
export const toCsv = (cars: readonly WireCar[], t: CarTexts, origin: string): string =>
  tableOf(cars, columnsOf(t, origin));

/** The prices that a car's ads have named, as the page lists them. */
export const pricesToCsv = (steps: readonly PriceStep[], t: CarTexts): string =>
  tableOf(steps, [
    [t.csv.day, ({ at }) => calendarDay(at)],
    [t.csv.marketplace, ({ where }) => where],
    [t.csv.price, ({ price }) => price],
    [t.csv.change, ({ changeDkk }) => changeDkk],
  ]);

/** A longer file is a spreadsheet of nobody's. */
export const mostPages = 34;

/** The cars of all pages of a view, each once, without locked ones; not whole if the list changed while it was read. */
export async function readWholeList(state: ListState): Promise<{ cars: WireCar[]; isWhole: boolean }> {
  const cars = new Map<string, WireCar>();
  let totalPages = 1;
  const versions = new Set<string>();
  for (let page = 1; page <= Math.min(totalPages, mostPages); page++) {
    // One after another, at a pace that no limit refuses.
    const answer = await call('GET /api/cars', { query: { ...toCarQuery(state), page: String(page) } });
    totalPages = answer.totalPages;
    versions.add(answer.catalogVersion);
    for (const car of answer.cars) if (!car.locked) cars.set(car.id, car);
  }
  return { cars: [...cars.values()], isWhole: totalPages <= mostPages && versions.size === 1 };
}
