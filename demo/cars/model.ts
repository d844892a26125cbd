import type { Fuel, Gearbox } from '#core/marketplace/ad/listing.ts';

export type BodyType = 'small' | 'hatch' | 'estate' | 'sedan' | 'suv' | 'van' | 'coupe';

/** `from`/`to`: years of first registration in which the engine was sold. */
export type Engine = {
  label: string;
  litres: number | null;
  horsepower: number;
  fuel: Fuel;
  from: number;
  to: number;
  gearboxes: readonly Gearbox[];
};

export type Trim = { name: string /** Share of the new price on top of the base trim. */; premium: number };

export type Model = {
  make: string;
  name: string;
  body: BodyType;
  from: number;
  to: number;
  /** New price in DKK, registration tax included, with `referenceHorsepower` in the base trim, around 2018. */
  newPriceDkk: number;
  referenceHorsepower: number;
  /** How common the model is among the ads. */
  weight: number;
  engines: readonly Engine[];
  trims: readonly Trim[];
  /** Added to the yearly change of log value: positive keeps its price better than the average car. */
  retentionPerYear: number;
};

const bothGearboxes: readonly Gearbox[] = ['manual', 'manual', 'automatic'];
const manualOnly: readonly Gearbox[] = ['manual'];
const automaticOnly: readonly Gearbox[] = ['automatic'];

function gearboxesOf(fuel: Fuel, horsepower: number): readonly Gearbox[] {
  if (fuel === 'electric' || fuel === 'plugin_hybrid' || fuel === 'hybrid' || horsepower >= 230)
    return automaticOnly;
  return horsepower < 85 ? manualOnly : bothGearboxes;
}

const fuelLetters = { p: 'petrol', d: 'diesel', e: 'electric', h: 'hybrid', x: 'plugin_hybrid' } as const;

/** One engine from "label|litres|hp|fuel letter|from-to", the compact form the tables are written in. */
export function engine(row: string): Engine {
  const [label = '', litres = '', horsepower = '', letter = 'p', years = ''] = row.split('|');
  const [from = 2003, to = 2025] = years.split('-').map(Number);
  const fuel = fuelLetters[letter as keyof typeof fuelLetters];
  return {
    label,
    litres: litres === '' ? null : Number(litres),
    horsepower: Number(horsepower),
    fuel,
    from,
    to,
    gearboxes: gearboxesOf(fuel, Number(horsepower)),
  };
}

export function engines(...rows: string[]): Engine[] {
  return rows.map(engine);
}

/** The engines of a family that a model of this size is sold with. */
export function within(family: readonly Engine[], lowHorsepower: number, highHorsepower: number): Engine[] {
  return family.filter((one) => one.horsepower >= lowHorsepower && one.horsepower <= highHorsepower);
}

type Row = readonly [
  name: string,
  body: BodyType,
  from: number,
  to: number,
  newPriceThousandDkk: number,
  referenceHorsepower: number,
  weight: number,
  engines: readonly Engine[],
];

/** All models of one make. Trims go from plain to rich. */
export function makeModels(
  make: string,
  retentionPerYear: number,
  trims: readonly [string, number][],
  rows: readonly Row[],
): Model[] {
  return rows.map(([name, body, from, to, thousands, referenceHorsepower, weight, sold]) => ({
    make,
    name,
    body,
    from,
    to,
    newPriceDkk: thousands * 1000,
    referenceHorsepower,
    weight,
    engines: sold,
    trims: trims.map(([trim, premium]) => ({ name: trim, premium })),
    retentionPerYear,
  }));
}
