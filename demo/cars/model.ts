import type { Fuel, Gearbox } from '#core/marketplaces/ad/listing.ts';

const bodyTypes = ['small', 'hatch', 'estate', 'sedan', 'suv', 'van', 'coupe'] as const;
export type BodyType = (typeof bodyTypes)[number];

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

/** "name|body|from-to|new price in thousands of DKK|hp of that price|weight", and what it is sold with. */
type ModelRow = readonly [row: string, engines: readonly Engine[]];

/** All models of one make. Trims go from plain to rich: "Life:0|Trend:0.06". */
export function makeModels(
  make: string,
  retentionPerYear: number,
  trimRow: string,
  rows: readonly ModelRow[],
): Model[] {
  const trims = trimRow.split('|').map((trim): Trim => {
    const [name = '', premium] = trim.split(':');
    return { name, premium: Number(premium) };
  });
  return rows.map(([row, sold]) => {
    const [name = '', bodyName, years = '', thousands, horsepower, weight] = row.split('|');
    const body = bodyTypes.find((one) => one === bodyName);
    if (!body) throw new Error(`No body of a car in "${row}".`);
    const [from = 0, to = 0] = years.split('-').map(Number);
    return {
      make,
      name,
      body,
      from,
      to,
      newPriceDkk: Number(thousands) * 1000,
      referenceHorsepower: Number(horsepower),
      weight: Number(weight),
      engines: sold,
      trims,
      retentionPerYear,
    };
  });
}
