import type { Fuel } from '#core/marketplaces/ad/listing.ts';

/**
 * What is charged for a half-year in 2026, in DKK. From 2027 on the amounts stay as they are, but for the diesel supplement, of
 * which 30 % are left out in 2026 and fewer later.
 *
 * Source: Skattestyrelsen, Den juridiske vejledning, I.A.3.3 (info.skat.dk, oid 2303931 and 2303932), the column of the rates of
 * 2026, as two public transcriptions of July and September 2026 give it; of the petrol table the amounts are those of LOV nr 563 af
 * 27/05/2025, section 5, raised from the level of 2024 to that of 2026 and rounded up to ten (a test computes them).
 */
export const taxYear = 2026;

/** Petrol rows: [minimum km/l, tax if first registered from 1997-07-01 to 2017-10-02, tax if from then to 2021-06-30]. */
export const petrolRates: readonly (readonly [number, number, number])[] = [
  [50, 460, 460],
  [44.4, 460, 520],
  [40, 460, 540],
  [36.4, 460, 570],
  [33.3, 460, 600],
  [28.6, 460, 640],
  [25, 460, 700],
  [22.2, 460, 760],
  [20, 460, 800],
  [18.2, 880, 1220],
  [16.7, 1290, 1630],
  [15.4, 1740, 2080],
  [14.3, 2160, 2500],
  [13.3, 2570, 2910],
  [12.5, 2990, 3330],
  [11.8, 3400, 3740],
  [11.1, 3830, 4180],
  [10.5, 4260, 4600],
  [10, 4680, 5020],
  [9.1, 5500, 5840],
  [8.3, 6380, 6720],
  [7.7, 7210, 7550],
  [7.1, 8040, 8380],
  [6.7, 8880, 9230],
  [6.3, 9740, 10080],
  [5.9, 10580, 10920],
  [5.6, 11410, 11760],
  [5.3, 12290, 12630],
  [5, 13120, 13470],
  [4.8, 13960, 14300],
  [4.5, 14800, 15140],
  [0, 15660, 16000],
];

/**
 * Diesel rows: [minimum km/l, tax if registered before 2017-10-03, tax if after, supplement (udligningsafgift)]. The table
 * has no tax for old cars that do more than 25 km/l. The row of 37.6 km/l is printed "Under 41,0, mindst 37,6" and "Under
 * 37,3".
 */
export const dieselRates: readonly (readonly [number, number | null, number, number])[] = [
  [56.3, null, 460, 120],
  [50, null, 520, 120],
  [45, null, 540, 120],
  [41, null, 570, 120],
  [37.6, null, 600, 120],
  [32.1, null, 640, 120],
  [28.1, null, 700, 520],
  [25, null, 760, 930],
  [22.5, 460, 800, 1000],
  [20.5, 880, 1220, 1100],
  [18.8, 1290, 1630, 1190],
  [17.3, 1740, 2080, 1280],
  [16.1, 2160, 2500, 1380],
  [15, 2570, 2910, 1470],
  [14.1, 2990, 3330, 1590],
  [13.2, 3400, 3740, 1680],
  [12.5, 3830, 4180, 1800],
  [11.9, 4260, 4600, 1880],
  [11.3, 4680, 5020, 1970],
  [10.2, 5500, 5840, 2180],
  [9.4, 6380, 6720, 2360],
  [8.7, 7210, 7550, 2550],
  [8.1, 8040, 8380, 2770],
  [7.5, 8880, 9230, 2930],
  [7, 9740, 10080, 3110],
  [6.6, 10580, 10920, 3340],
  [6.2, 11410, 11760, 3520],
  [5.9, 12290, 12630, 3710],
  [5.6, 13120, 13470, 3920],
  [5.4, 13960, 14300, 4120],
  [5.1, 14800, 15140, 4370],
  [0, 15660, 16000, 4580],
];

/** First registered from 2021-07-01 on: [minimum g CO2/km (WLTP), tax, diesel supplement]. */
export const co2Rates: readonly (readonly [number, number, number])[] = [
  [0, 460, 120],
  [58, 520, 120],
  [65, 540, 120],
  [73, 570, 120],
  [80, 600, 120],
  [87, 640, 120],
  [102, 700, 520],
  [116, 760, 930],
  [131, 800, 1000],
  [145, 1220, 1100],
  [160, 1630, 1190],
  [174, 2080, 1280],
  [189, 2500, 1380],
  [203, 2910, 1470],
  [218, 3330, 1590],
  [232, 3740, 1680],
  [246, 4180, 1800],
  [262, 4600, 1880],
  [277, 5020, 1970],
  [290, 5840, 2180],
  [319, 6720, 2360],
  [350, 7550, 2550],
  [377, 8380, 2770],
  [409, 9230, 2930],
  [433, 10080, 3110],
  [461, 10920, 3340],
  [492, 11760, 3520],
  [519, 12630, 3710],
  [548, 13470, 3920],
  [581, 14300, 4120],
  [605, 15140, 4370],
  [645, 16000, 4580],
];

/**
 * Diesel cars without an approved particle filter pay 1,000 DKK a year more (skm.dk, brændstofforbrugsafgiftsloven); this is
 * the half-year's part.
 */
export const noFilterDkk = 500;

/** Wh/km that count as one litre per 100 km for electric cars from before the CO2 tax (FDM, "Ejerafgift for elbil"). */
export const whPerLitre100Km = 91.25;

/** Where a tax comes from: the amount charged according to the register, or a published table. */
export const taxBases = ['charged', 'petrol_km', 'diesel_km', 'electric_wh', 'co2'] as const;
export type TaxBasis = (typeof taxBases)[number];
/** `dkk`: for half a year. */
export type Tax = { dkk: number; basis: TaxBasis };

export type TaxedCar = {
  fuel: Fuel | null;
  /** The fuel that a hybrid burns. */
  burns: 'petrol' | 'diesel' | null;
  kmPerLitre: number | null;
  whPerKm: number | null;
  co2GramsPerKm: number | null;
  hasParticleFilter: boolean | null;
  /** Calendar day "YYYY-MM-DD". */
  firstRegistration: string | null;
};

/** The first row whose limit the value reaches; limits descend. */
const rowOf = <T extends readonly [number, ...unknown[]]>(
  rows: readonly T[],
  figure: number,
): T | undefined => rows.find(([least]) => figure >= least);

const taxOf = (dkk: number | null | undefined, basis: TaxBasis): Tax | null =>
  dkk === null || dkk === undefined ? null : { dkk, basis };

/** What a diesel car pays on top of its tax; null if it is unknown whether it has a filter. */
const dieselExtra = (supplement: number, hasFilter: boolean | null): number | null =>
  hasFilter === null ? null : supplement + (hasFilter ? 0 : noFilterDkk);

function co2Tax(car: TaxedCar, isDiesel: boolean): Tax | null {
  const grams = car.fuel === 'electric' ? 0 : car.co2GramsPerKm;
  const row = grams === null ? undefined : rowOf(co2Rates.toReversed(), grams);
  if (!row) return null;
  const extra = isDiesel ? dieselExtra(row[2], car.hasParticleFilter) : 0;
  return taxOf(extra === null ? null : row[1] + extra, 'co2');
}

function consumptionTax(car: TaxedCar, isDiesel: boolean, isOld: boolean): Tax | null {
  const column = isOld ? 1 : 2;
  if (car.fuel === 'electric') {
    if (car.whPerKm === null) return null;
    const kmPerLitre = Math.round((1000 * whPerLitre100Km) / car.whPerKm) / 10;
    return taxOf(rowOf(petrolRates, kmPerLitre)?.[column], 'electric_wh');
  }
  // A plug-in's consumption combines both energies by rules that we do not have.
  if (car.kmPerLitre === null || car.fuel === 'plugin_hybrid') return null;
  if (!isDiesel) return taxOf(rowOf(petrolRates, car.kmPerLitre)?.[column], 'petrol_km');
  const row = rowOf(dieselRates, car.kmPerLitre);
  const extra = row ? dieselExtra(row[3], car.hasParticleFilter) : null;
  const tax = row?.[column] ?? null;
  return taxOf(tax === null || extra === null ? null : tax + extra, 'diesel_km');
}

/**
 * The tax for half a year; null if none of our tables covers the car: gas and hydrogen, plug-ins from before the CO2 tax,
 * and cars from before July 1997 (taxed by weight, with yearly increases by rules that we do not have).
 */
export function halfYearlyTax(car: TaxedCar): Tax | null {
  const { fuel, burns, firstRegistration } = car;
  if (fuel === null || firstRegistration === null || firstRegistration < '1997-07-01') return null;
  const isHybrid = fuel === 'hybrid' || fuel === 'plugin_hybrid';
  const engine = isHybrid ? burns : fuel;
  if (engine !== 'petrol' && engine !== 'diesel' && engine !== 'electric') return null;
  const isDiesel = engine === 'diesel';
  if (firstRegistration >= '2021-07-01') return co2Tax(car, isDiesel);
  return consumptionTax(car, isDiesel, firstRegistration < '2017-10-03');
}
