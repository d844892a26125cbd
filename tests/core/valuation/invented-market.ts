import { type Car, unrated } from '#core/cars/car.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { type RatingInput, rateCar } from '#core/valuation/rate.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import type { CarFacts, PricedCar } from '#core/valuation/valuation.ts';
import { makeCar } from '#tests/support/make-car.ts';

/** A market with known true prices, against which an estimate can be compared. */
const makes = [
  { make: 'Almo', models: ['Pil', 'Birk', 'Eg'], newDkk: 260_000, lossPerYear: 0.13 },
  { make: 'Nordvogn', models: ['Fjord', 'Klit'], newDkk: 420_000, lossPerYear: 0.16 },
  { make: 'Havn', models: ['Moler', 'Kaj', 'Bro', 'Fyr'], newDkk: 190_000, lossPerYear: 0.11 },
];
const trims = [
  { name: 'Basis 5d', extra: 0 },
  { name: 'Komfort 5d', extra: 0.06 },
  { name: 'Sport 3d', extra: 0.15 },
];
const scatter = 0.07;
export const observedYear = 2024.5;

export type InventedCar = PricedCar & { truePrice: number };

/** `count` cars of the invented market; ids start with `prefix`. The same seed gives the same cars. */
export function inventMarket(count: number, seed: number, prefix = 'car'): InventedCar[] {
  const random = randomSequence(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  /** Sum of twelve uniform draws, which is nearly normal. */
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, draw) => sum + draw, -6);
  return Array.from({ length: count }, (_, index) => {
    const { make, models, newDkk, lossPerYear } = pick(makes);
    const modelNumber = Math.floor(random() * models.length);
    const trim = pick(trims);
    const year = 2006 + Math.floor(random() * 18);
    const age = observedYear - (year + 5.5 / 12);
    const mileageKm = Math.round((age + 0.5) * 15_000 * (0.5 + random()));
    const isAutomatic = random() < 0.4;
    const horsepower = 80 + 20 * Math.floor(random() * 4);
    const logTrue =
      Math.log(newDkk) +
      0.2 * modelNumber +
      trim.extra -
      lossPerYear * age -
      mileageKm * 2e-6 +
      (isAutomatic ? 0.07 : 0) +
      (horsepower - 110) * 0.004;
    return {
      id: `${prefix}${index}`,
      make,
      model: models[modelNumber]!,
      variant: trim.name,
      title: `${make} ${models[modelNumber]} ${trim.name}`,
      year,
      month: null,
      mileageKm,
      fuel: 'petrol',
      gearbox: isAutomatic ? 'automatic' : 'manual',
      horsepower,
      engineLitres: 1.4,
      body: null,
      sellerType: null,
      region: null,
      newPrice: null,
      observedYear,
      truePrice: Math.exp(logTrue),
      price: Math.round(Math.exp(logTrue + scatter * normal())),
    };
  });
}

const fitted = new Map<number, Model>();

/** The model of the first seed's market of so many cars, fitted once for all files of a worker; nobody may change it. */
export function fittedMarket(count: number): Model {
  const model = fitted.get(count) ?? fitModel(inventMarket(count, 1), { seed: 7, version: 'v1' });
  fitted.set(count, model);
  return model;
}

/** Facts of one ordinary car of that market. */
export function ordinaryCar(changes: Partial<CarFacts> = {}): CarFacts {
  const { price, truePrice, ...facts } = inventMarket(1, 5, 'ordinary')[0]!;
  return { ...facts, make: 'Havn', model: 'Kaj', year: 2016, mileageKm: 120_000, ...changes };
}

/** The rating of a car of that market whose ad says nothing else. */
export const rateAd = (asked: Pick<RatingInput, 'priceDkk'> & Partial<RatingInput>) =>
  rateCar({
    facts: ordinaryCar({ observedYear }),
    currency: 'DKK',
    flags: [],
    isContradicted: false,
    isRiskyByRegister: false,
    model: null,
    registerValuation: null,
    now: '2024-07-01T12:00:00.000Z',
    ...asked,
  });

/** Breaks a share of the rows as sellers do: a digit too many or too few, a placeholder, a deposit, another car's facts. */
export function breakRows(cars: readonly PricedCar[], share: number, seed: number): PricedCar[] {
  const random = randomSequence(seed);
  return cars.map((car) => {
    if (random() >= share) return car;
    const breakages: (() => PricedCar)[] = [
      () => ({ ...car, price: car.price * 10 }),
      () => ({ ...car, price: Math.round(car.price / 10) }),
      () => ({ ...car, price: 12_345 }),
      () => ({ ...car, price: Math.round(car.price * 0.1) + 5000 }),
      () => ({ ...car, mileageKm: Math.round(random() * 400_000) }),
      () => ({ ...car, year: 1995 + Math.floor(random() * 29) }),
    ];
    return breakages[Math.floor(random() * breakages.length)]!();
  });
}

const bodies = ['hatchback', 'estate', 'suv'] as const;
const regions = ['hovedstaden', 'fyn', 'nordjylland', null] as const;
const sellers = ['private', 'dealer', null] as const;
const words = ['', ' nysynet', ' anhængertræk', ' Panorama Sport'] as const;

/**
 * Cars of the invented market with everything that an ad may say and leave out: fuels, bodies, sellers, regions, prices from
 * new, months, several years of asking, and gaps in each of them.
 */
export function inventVariedMarket(count: number, seed: number): PricedCar[] {
  return inventMarket(count, seed, 'varied').map(({ truePrice, ...car }, index) => {
    const isDiesel = index % 3 === 0;
    const body = bodies[index % bodies.length]!;
    const region = regions[index % regions.length]!;
    const sellerType = sellers[index % sellers.length]!;
    const factor =
      (isDiesel ? 0.94 : 1) *
      (body === 'suv' ? 1.2 : 1) *
      (region === 'fyn' ? 0.97 : 1) *
      (sellerType === 'dealer' ? 1.06 : 1);
    return {
      ...car,
      fuel: index % 23 === 0 ? null : isDiesel ? 'diesel' : 'petrol',
      gearbox: index % 11 === 0 ? null : car.gearbox,
      body: index % 5 === 0 ? null : body,
      region,
      sellerType,
      month: index % 4 === 0 ? null : 1 + (index % 12),
      mileageKm: index % 13 === 0 ? null : car.mileageKm,
      horsepower: index % 7 === 0 ? null : car.horsepower,
      engineLitres: index % 9 === 0 ? null : 1.2 + 0.2 * (index % 4),
      variant: index % 10 === 0 ? null : car.variant,
      title: index % 10 === 0 ? null : `${car.title}${words[index % words.length]}`,
      newPrice: index % 2 === 0 ? null : Math.round(truePrice * 1.8 + 20_000 * (index % 5)),
      observedYear: car.observedYear - (index % 6) / 12,
      price: Math.round(car.price * factor),
    };
  });
}

/** The invented market has nine models; a real one has some hundreds, of which a few are common. */
const seriesOf = (ordinal: number) => Math.floor(30 * ((ordinal % 97) / 97) ** 2);
const description = 'Velholdt bil med servicebog, nysynet og klar til levering. '.repeat(12);

/** Cars of an invented market of 270 models, as large as stored ones are, by their ordinal; none is rated yet. */
export function marketCars(count: number, atMs: number): (ordinal: number) => Car {
  const market = inventVariedMarket(count, 1);
  const at = new Date(atMs).toISOString();
  return (ordinal) => {
    const { make, model, variant, title, year, mileageKm, fuel, gearbox, horsepower, engineLitres, price } =
      market[ordinal]!;
    return makeCar({
      ...{ id: `car${ordinal}`, itemUrl: `https://example.org/${ordinal}`, description },
      ...{ make, model: `${model} ${seriesOf(ordinal)}`, variant, year, mileageKm, horsepower, engineLitres },
      ...{
        priceDkk: price,
        title: title ?? `${make} ${model}`,
        fuel: fuel as Car['fuel'],
        gearbox: gearbox as Car['gearbox'],
      },
      ...{ firstRegistration: null, registerState: 'no_plate', rating: unrated, plate: null },
      ...{ scrapedAt: at, updatedAt: at },
    });
  };
}
