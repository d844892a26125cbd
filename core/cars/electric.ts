import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { foldText } from '#core/marketplaces/ad/text.ts';
import { once } from '#core/shared.ts';
import type { Car } from './car.ts';
import { type ElectricModel, electricModels } from './electric-models.ts';

type Figures = NonNullable<WireCarDetail['electric']>;
type Figure = NonNullable<Figures['range_km']>;

type ElectricCar = Pick<
  Car,
  'fuel' | 'make' | 'model' | 'variant' | 'title' | 'description' | 'equipment' | 'year' | 'horsepower'
>;

/** What an electric car stores, drives and charges with, by its ad's own words or else by what is known of its variant. */
export function wireElectric(car: ElectricCar): WireCarDetail['electric'] {
  if (car.fuel !== 'electric') return null;
  const text = foldText([car.title, car.variant ?? '', ...car.equipment, car.description].join('\n'));
  const batteries = batteriesIn(text);
  const variants = variantsOf(car, batteries);
  const said = (value: number | null) => (value === null ? null : { value, source: null });
  const agreed = (figure: 'rangeKm' | 'acKw' | 'dcKw') => agreedOf(variants, (variant) => variant[figure]);
  return {
    battery_kwh:
      saidBattery(batteries) ??
      agreedOf(
        variants,
        ({ batteryKwh }) => batteryKwh,
        ({ isUsable }) => ({ is_usable: isUsable }),
      ),
    range_km: said(rangeIn(text)) ?? agreed('rangeKm'),
    ac_kw: said(figureIn(text, patterns().ac, 2, 43)) ?? agreed('acKw'),
    dc_kw: said(figureIn(text, patterns().dc, 20, 400)) ?? agreed('dcKw'),
  };
}

/** What the list needs of an electric car, in whole kilometres; null where it is not known. */
export function electricFactsOf(car: ElectricCar) {
  const { range_km: range, battery_kwh: battery } = wireElectric(car) ?? {};
  return { rangeKm: range ? Math.floor(range.value) : null, batteryKwh: battery?.value ?? null };
}

/** The figure that all these variants have; null if one has another, or its own is unknown. */
function agreedOf<More extends object = object>(
  variants: readonly ElectricModel[],
  figureOf: (variant: ElectricModel) => number | null,
  moreOf?: (variant: ElectricModel) => More,
): (Figure & More) | null {
  const [first] = variants;
  const value = first ? figureOf(first) : null;
  if (!first || value === null || variants.some((variant) => figureOf(variant) !== value)) return null;
  return { value, source: first.sources.join(', '), ...(moreOf?.(first) as More) };
}

/** Sellers round the battery's size. */
const isSize = (one: number, other: number) => Math.abs(one - other) <= 0.6;
const isPower = (one: number, other: number) => Math.abs(one - other) <= Math.max(2, one * 0.02);

/** The variants that the car may be, by what the ad and the register say of it. */
function variantsOf(
  { make, model, variant, title, year, horsepower }: ElectricCar,
  batteries: readonly Battery[],
): ElectricModel[] {
  const name = foldText(`${title} ${variant ?? ''}`).replace(/\s+/g, ' ');
  const possible = (electricModels().get(make ?? '') ?? []).filter(
    ({ models, from, to, batteries: sizes }) =>
      models.includes(model ?? '') &&
      (year === null || (year >= from && year <= to)) &&
      batteries.every(({ kwh }) => sizes.length === 0 || sizes.some((size) => isSize(size, kwh))),
  );
  const powered = possible.filter(
    ({ horsepower: powers }) => horsepower !== null && powers.some((power) => isPower(power, horsepower)),
  );
  // The register has another power of some cars, which is none of any variant.
  const left = powered.length > 0 ? powered : possible;
  const isNamed = ({ words }: ElectricModel) => words?.test(name) ?? false;
  return left.some(isNamed) ? left.filter((row) => row.words === null || isNamed(row)) : left;
}

type Battery = { kwh: number; isUsable: boolean };

const patterns = once(() => {
  const number = '(?<![\\d.,])(\\d{1,3}(?:[.,]\\d{1,2})?)';
  const range = 'raekkevidd?en?|raekkevid';
  return {
    battery: new RegExp(`${number} ?kwh\\b(?! ?(?:/|pr\\b|per\\b))`, 'g'),
    range: [
      new RegExp(`(?:${range}|\\bwltp\\b)[^\\d\\n]{0,30}${number} ?km\\b`, 'g'),
      // "Kørt 98 km. Rækkevidde 420": the word's own figure follows it.
      new RegExp(`${number} ?km\\.? ?\\(?(?:${range}|wltp)(?![^\\n]{0,12}\\d)`, 'g'),
    ],
    ac: [
      new RegExp(`${number} ?kw ?\\(?ac\\b`, 'g'),
      new RegExp(`\\bac\\b[^\\d\\n]{0,20}${number} ?kw\\b`, 'g'),
    ],
    dc: [
      new RegExp(`${number} ?kw ?\\(?dc\\b`, 'g'),
      new RegExp(`\\bdc\\b[^\\d\\n]{0,20}${number} ?kw\\b`, 'g'),
    ],
  };
});

const numberOf = (digits: string) => Number(digits.replace(',', '.'));
/** What stands beside a match, in its line. */
const around = (text: string, { index, 0: { length } }: RegExpExecArray) =>
  `${text
    .slice(Math.max(0, index - 30), index)
    .split('\n')
    .at(-1)} ${text.slice(index, index + length + 15).split('\n')[0]}`;

function batteriesIn(text: string): Battery[] {
  return [...text.matchAll(patterns().battery)]
    .map((match) => ({ kwh: numberOf(match[1]!), beside: around(text, match), match }))
    .filter(({ kwh, beside }) => kwh >= 10 && kwh <= 130 && !/forbrug|ladet|solcelle/.test(beside))
    .map(({ kwh, match: { index, 0: said } }) => ({ kwh, isUsable: isUsableAt(text, index, said.length) }));
}

/** Whether the figure at this place is called the usable one, before or behind it, with no other figure between. */
const isUsableAt = (text: string, at: number, length: number): boolean =>
  /(?:netto|brugbar|usable)[^\d\n]{0,20}$/.test(text.slice(Math.max(0, at - 30), at)) ||
  /^[^\d\n]{0,8}(?:netto|brugbar|usable)/.test(text.slice(at + length, at + length + 20));

/** The size that the ad gives the battery, or that which it calls the usable one; null for two. */
function saidBattery(batteries: readonly Battery[]): Figures['battery_kwh'] {
  const usable = batteries.filter(({ isUsable }) => isUsable);
  const [first, ...others] = usable.length > 0 && usable.length < batteries.length ? usable : batteries;
  return first && others.every(({ kwh }) => isSize(kwh, first.kwh))
    ? { value: first.kwh, is_usable: first.isUsable, source: null }
    : null;
}

/** What is driven in practice, or was measured in the old way, is not the range that cars are compared by. */
const isOtherRange = (beside: string) => /vinter|sommer|reel|virkelig|praksis|motorvej|nedc/.test(beside);

function rangeIn(text: string): number | null {
  const told = patterns().range.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      km: numberOf(match[1]!),
      beside: around(text, match),
    })),
  );
  const fit = told.filter(({ km, beside }) => km >= 60 && km <= 900 && !isOtherRange(beside));
  const official = fit.filter(({ beside }) => beside.includes('wltp'));
  return onlyOne((official.length > 0 ? official : fit).map(({ km }) => km));
}

/** What is sold with the car may charge faster than the car does. */
const isOfCharger = (beside: string) => /ladeboks|lader ?boks|wallbox|kabel|standere?\b/.test(beside);

/** The one figure that the first pattern that fits finds. */
function figureIn(text: string, ways: readonly RegExp[], least: number, most: number): number | null {
  const found = ways.map((way) =>
    [...text.matchAll(way)]
      .filter((match) => !isOfCharger(around(text, match)))
      .map((match) => numberOf(match[1]!))
      .filter((value) => value >= least && value <= most),
  );
  return onlyOne(found.find((values) => values.length > 0) ?? []);
}

const onlyOne = (values: readonly number[]): number | null =>
  new Set(values).size === 1 ? values[0]! : null;
