import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Fuel, Gearbox } from '#core/marketplaces/ad/listing.ts';

export type BodyType = 'small' | 'hatch' | 'estate' | 'sedan' | 'suv' | 'van' | 'coupe';

export type Engine = {
  /** Models of several makes are sold with the engines of one family. */
  family: string;
  label: string;
  litres: number | null;
  horsepower: number;
  fuel: Fuel;
  /** Years of first registration in which the engine was sold. */
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
  /** From plain to rich. */
  trims: readonly Trim[];
  /** Added to the yearly change of log value: positive keeps its price better than the average car. */
  retentionPerYear: number;
};

const readTable = <Column extends string>(name: string): Record<Column, string>[] =>
  parse(readFileSync(new URL(`models/${name}.csv`, import.meta.url)), { columns: true });

const bothGearboxes: readonly Gearbox[] = ['manual', 'manual', 'automatic'];
const manualOnly: readonly Gearbox[] = ['manual'];
const automaticOnly: readonly Gearbox[] = ['automatic'];

function gearboxesOf(fuel: Fuel, horsepower: number): readonly Gearbox[] {
  if (fuel === 'electric' || fuel === 'plugin_hybrid' || fuel === 'hybrid' || horsepower >= 230)
    return automaticOnly;
  return horsepower < 85 ? manualOnly : bothGearboxes;
}

const engines = readTable<Exclude<keyof Engine, 'gearboxes'>>('engines').map((row): Engine => {
  const [horsepower, fuel] = [Number(row.horsepower), row.fuel as Fuel];
  return {
    family: row.family,
    label: row.label,
    litres: row.litres === '' ? null : Number(row.litres),
    horsepower,
    fuel,
    from: Number(row.from),
    to: Number(row.to),
    gearboxes: gearboxesOf(fuel, horsepower),
  };
});

/** "psa 92-130; psa-electric", "psa 92-112 diesel": of each family all engines, or those of this power and fuel. */
function enginesOf(sold: string): Engine[] {
  return sold.split('; ').flatMap((part) => {
    const [family, power = '0-9999', fuel] = part.split(' ');
    const [least = 0, most = 0] = power.split('-').map(Number);
    return engines.filter(
      (one) =>
        one.family === family &&
        one.horsepower >= least &&
        one.horsepower <= most &&
        (fuel === undefined || one.fuel === fuel),
    );
  });
}

const makes = new Map(
  readTable<'make' | 'vehicle' | 'retentionPerYear' | 'trims'>('makes').map((row) => [row.make, row]),
);

/** "Life:0; Trend:0.06" */
const trimsOf = (said: string): Trim[] =>
  said.split('; ').map((trim) => {
    const [name = '', premium] = trim.split(':');
    return { name, premium: Number(premium) };
  });

/** Prices, engines and frequencies are invented to look right, not copied from anywhere. */
function modelsOf(vehicle: 'car' | 'motorcycle'): Model[] {
  const rows = readTable<Exclude<keyof Model, 'trims' | 'retentionPerYear'>>('models');
  return rows.flatMap((row): Model[] => {
    const make = makes.get(row.make)!;
    if (make.vehicle !== vehicle) return [];
    return [
      {
        make: row.make,
        name: row.name,
        body: row.body as BodyType,
        from: Number(row.from),
        to: Number(row.to),
        newPriceDkk: Number(row.newPriceDkk),
        referenceHorsepower: Number(row.referenceHorsepower),
        weight: Number(row.weight),
        engines: enginesOf(row.engines),
        trims: trimsOf(make.trims),
        retentionPerYear: Number(make.retentionPerYear),
      },
    ];
  });
}

/** Cars as sold in Denmark. */
export const models: readonly Model[] = modelsOf('car');

/** Motorcycles stand among the marketplace's vehicles; the product has to tell them from cars. */
export const motorcycles: readonly Model[] = modelsOf('motorcycle');
