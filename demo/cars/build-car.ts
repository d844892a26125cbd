import type { Fuel, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { DemoCar, PlantedKind, Quirk } from './car.ts';
import { type Engine, type Model, models, motorcycles, type Trim } from './models.ts';
import {
  chooseAskingPrice,
  chooseKind,
  chooseQuirks,
  chooseTwist,
  marketValueDkk,
  pricedAtYear,
} from './offer.ts';
import { createRandom, hashKeys, places, type Random } from './random.ts';
import { type UnwordedCar, writeDescription, writeTitle } from './wording.ts';

type Item = { name: string; from: number; share: number };

/** Heats the cabin where no engine does. */
const heatPump = 'Varmepumpe';

// `from`: the first year in which ordinary cars had it.
const items: readonly Item[] = [
  { name: 'Aircondition', from: 2003, share: 0.8 },
  { name: 'ABS-bremser', from: 2003, share: 0.9 },
  { name: 'Centrallås med fjernbetjening', from: 2003, share: 0.8 },
  { name: 'El-ruder', from: 2003, share: 0.8 },
  { name: 'ESP', from: 2005, share: 0.8 },
  { name: 'Isofix', from: 2005, share: 0.7 },
  { name: 'Alufælge', from: 2003, share: 0.6 },
  { name: 'Fartpilot', from: 2006, share: 0.55 },
  { name: 'Sædevarme', from: 2006, share: 0.5 },
  { name: 'Anhængertræk', from: 2003, share: 0.3 },
  { name: 'Klimaanlæg', from: 2005, share: 0.5 },
  { name: 'Regnsensor', from: 2008, share: 0.5 },
  { name: 'Parkeringssensor bag', from: 2009, share: 0.5 },
  { name: 'Bluetooth', from: 2010, share: 0.7 },
  { name: 'Multifunktionsrat', from: 2009, share: 0.6 },
  { name: 'Navigation', from: 2012, share: 0.45 },
  { name: 'Bakkamera', from: 2014, share: 0.5 },
  { name: 'Apple CarPlay', from: 2016, share: 0.6 },
  { name: 'LED-forlygter', from: 2016, share: 0.5 },
  { name: 'Adaptiv fartpilot', from: 2017, share: 0.4 },
  { name: 'Vognbaneassistent', from: 2017, share: 0.5 },
  { name: 'Nøglefri start', from: 2016, share: 0.45 },
  { name: 'Panoramatag', from: 2010, share: 0.12 },
  { name: 'Læder', from: 2003, share: 0.15 },
  { name: 'Tagræling', from: 2003, share: 0.2 },
  { name: heatPump, from: 2013, share: 0.4 },
];

/** Rich trims bring more of it. `richness` 0 … 0.2 is the trim's premium. */
export function chooseEquipment(random: Random, year: number, richness: number, fuel: Fuel): string[] {
  return items
    .filter((item) => item.from <= year && random.chance(item.share + richness))
    .map((item) => item.name)
    .filter((name) => name !== heatPump || fuel === 'electric');
}

/** `marketplaceName`: the constant of the marketplace's colour field; `danish`: the register's and the ads' word. */
export type Paint = { hex: string; danish: string; marketplaceName: string; weight: number };

function paint(hex: string, danish: string, marketplaceName: string, weight: number): Paint {
  return { hex, danish, marketplaceName, weight };
}

export const paints: readonly Paint[] = [
  paint('#e9eae7', 'Hvid', 'WHITE', 19),
  paint('#0c0d0f', 'Sort', 'BLACK', 17),
  paint('#727a80', 'Grå', 'GREY', 16),
  paint('#b4babd', 'Sølvgrå', 'SILVER', 10),
  paint('#3a4146', 'Koksgrå', 'CHARCOAL', 9),
  paint('#16324f', 'Mørkeblå', 'BLUE', 9),
  paint('#2c6796', 'Blå', 'BLUE', 7),
  paint('#971f1c', 'Rød', 'RED', 7),
  paint('#541519', 'Bordeaux', 'RED', 3),
  paint('#364a38', 'Grøn', 'GREEN', 3),
  paint('#c99b2e', 'Gul', 'YELLOW', 1.5),
  paint('#b1501f', 'Kobber', 'ORANGE', 1.5),
  paint('#b8a98c', 'Beige', 'BEIGE', 2),
  paint('#574335', 'Brun', 'BROWN', 2.5),
];

export function choosePaint(random: Random): Paint {
  return random.pickWeighted(paints, (one) => one.weight);
}

// Letters seen in Danish series, without those that are easily taken for a digit.
const letters = 'ABCDEHJKLMNPRSTUVXYZ';

/** First letters by year of registration: the series advanced from late letters through the alphabet's start. */
function firstLetter(year: number): string {
  if (year < 2006) return 'TUV'[year % 3]!;
  if (year < 2011) return 'XYZ'[year % 3]!;
  return 'ABCDE'[Math.min(4, Math.floor((year - 2011) / 3.4))]!;
}

/** Two letters and five digits, "AB12345"; ordinals below 99,991 never share the digits. */
export function plateNumber(seed: number, ordinal: number, year: number): string {
  // 99,991 is prime: multiplying by a unit of its field permutes the digits without repeats.
  const digits = (((ordinal % 99_991) * 31_337 + (hashKeys(seed, 'plates') % 99_991)) % 99_991) + 9;
  const second = letters[hashKeys(seed, 'letters', year) % letters.length]!;
  return `${firstLetter(year)}${second}${String(digits).padStart(5, '0')}`;
}

/** Common models are much more common than rare ones, so that most cars have neighbours to be compared with. */
const commonness = 2.2;
const undatedShare = 0.04;
const firstYear = 2003;
const lastYear = 2025;

function yearWeight(year: number): number {
  return Math.exp(-(((year - 2017) / 6) ** 2)) + 0.06;
}

function chooseBuild(
  random: Random,
  ofModels: readonly Model[],
  since = firstYear,
): { model: Model; engine: Engine; trim: Trim; year: number } {
  const model = random.pickWeighted(
    ofModels.filter((one) => one.to >= since && one.engines.some(({ to }) => to >= since)),
    (one) => one.weight ** commonness,
  );
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index).filter(
    (year) =>
      year >= Math.max(model.from, since) &&
      year <= model.to &&
      model.engines.some((one) => one.from <= year && year <= one.to),
  );
  const year = random.pickWeighted(years, yearWeight);
  const engine = random.pick(model.engines.filter((one) => one.from <= year && year <= one.to));
  return { model, engine, trim: random.pick(model.trims), year };
}

const mostKmPerYear = 40_000;
/** Beyond this, few cars get much farther. */
const oldKm = 250_000;

/** Diesel cars are driven more, small cars less; a few cars hardly at all. km, to the last digit. */
function chooseMileageKm(random: Random, engine: Engine, model: Model, ageYears: number): number {
  const byFuel = engine.fuel === 'diesel' ? 1.28 : engine.fuel === 'electric' ? 1.05 : 0.94;
  const bySize = model.body === 'small' ? 0.84 : model.body === 'estate' || model.body === 'van' ? 1.12 : 1;
  const perYear = 15_500 * byFuel * bySize * Math.exp(0.34 * random.normal()) * (1 - 0.012 * ageYears);
  const km = Math.min(perYear, mostKmPerYear) * ageYears + random.whole(-400, 400);
  return Math.max(900, Math.round(km <= oldKm ? km : oldKm + 0.35 * (km - oldKm)));
}

function consumption(random: Random, engine: Engine, model: Model): number | null {
  if (engine.fuel === 'electric') return null;
  const base = {
    diesel: 22,
    petrol: 17.5,
    hybrid: 24,
    plugin_hybrid: 45,
    gas: 16,
    hydrogen: 90,
    electric: 0,
  }[engine.fuel];
  const size = { small: 1.18, hatch: 1.05, sedan: 0.98, estate: 0.97, coupe: 0.95, suv: 0.85, van: 0.84 }[
    model.body
  ];
  return Math.round(base * size * (110 / engine.horsepower) ** 0.18 * random.between(0.95, 1.05) * 10) / 10;
}

/** 15 or 16 digits as on the marketplace; some beyond 2^53, where a number would lose its last digits. */
function chooseId(random: Random, big: boolean): string {
  const tail = (digits: number) => Array.from({ length: digits }, () => random.whole(0, 9)).join('');
  return big ? `1016${tail(13)}` : `${random.whole(1, 8)}${tail(random.pick([14, 15]))}`;
}

function modelsOfKind(kind: PlantedKind, ofModels: readonly Model[]): readonly Model[] {
  if (kind === 'motorcycle') return motorcycles;
  return kind === 'ex_vat' ? ofModels.filter((one) => one.body === 'van' || one.body === 'estate') : ofModels;
}

/** Nothing of the ad yet. */
type Specimen = Omit<
  UnwordedCar,
  'id' | 'kind' | 'quirks' | 'twist' | 'plate' | 'askingPrice' | 'listedHoursAgo'
>;

/** Cars are let new or nearly so. */
const leasedSince = 2021;

const dealersKinds: readonly PlantedKind[] = ['leasing', 'ex_vat'];
const privateKinds: readonly PlantedKind[] = ['wanted', 'parts', 'defect'];

function chooseSeller(random: Random, kind: PlantedKind, ageYears: number): SellerType {
  const isDealer = random.chance(ageYears > 12 ? 0.12 : 0.38);
  if (dealersKinds.includes(kind)) return 'dealer';
  return isDealer && !privateKinds.includes(kind) ? 'dealer' : 'private';
}

/** Who thinks in euro lives near the border. */
const borderPlaces = places.filter(({ postalCode }) => postalCode >= 6000 && postalCode < 6500);

/** As many as the ad's field can hold: its last word is "four or more". */
const mostOwners = 4;

/** The car itself, with its seller and what it is worth; the ad comes after. */
function chooseSpecimen(random: Random, kind: PlantedKind, ofModels: readonly Model[]): Specimen {
  const isMotorcycle = kind === 'motorcycle';
  const { model, engine, trim, year } = chooseBuild(
    random,
    modelsOfKind(kind, ofModels),
    kind === 'leasing' ? leasedSince : firstYear,
  );
  const month = random.whole(1, 12);
  const registeredAt = year + (month - 0.5) / 12;
  const ageYears = pricedAtYear - registeredAt;
  const mileageKm = Math.round(chooseMileageKm(random, engine, model, ageYears) * (isMotorcycle ? 0.25 : 1));
  const gearbox = random.pick(engine.gearboxes);
  const sellerType = chooseSeller(random, kind, ageYears);
  const equipment = isMotorcycle ? [] : chooseEquipment(random, year, trim.premium, engine.fuel);
  const equipmentCount = Math.min(equipment.length, 16);
  const facts = {
    model,
    engine,
    trim,
    gearbox,
    registeredAt,
    mileageKm,
    sellerType,
    equipmentCount,
  } as const;
  const day = String(random.whole(1, 28)).padStart(2, '0');
  return {
    body: isMotorcycle ? 'motorcycle' : model.body,
    make: model.make,
    model: model.name,
    variant: [engine.label, trim.name].filter(Boolean).join(' '),
    engine,
    fuel: engine.fuel,
    gearbox,
    year,
    firstRegistration: `${year}-${String(month).padStart(2, '0')}-${day}`,
    mileageKm,
    owners: Math.max(
      1,
      Math.min(mostOwners, Math.ceil(ageYears), Math.round(ageYears / 5 + random.between(0, 1.6))),
    ),
    kmPerLitre: consumption(random, engine, model),
    paint: choosePaint(random),
    equipment,
    sellerType,
    place: random.pickWeighted(kind === 'foreign_price' ? borderPlaces : places, (town) => town.weight),
    valueDkk: Math.round(marketValueDkk(facts)),
  };
}

/**
 * The car with this ordinal of the world `seed`: always the same one. `listedHoursAgo` is the caller's, and `ofModels`
 * narrows the choice where a place in the demo needs a certain car.
 */
export function buildCar(
  seed: number,
  ordinal: number,
  listedHoursAgo: number,
  ofModels: readonly Model[] = models,
): DemoCar {
  const kind = chooseKind(createRandom(seed, 'kind', ordinal));
  const specimen = chooseSpecimen(createRandom(seed, 'car', ordinal), kind, ofModels);
  const offer = createRandom(seed, 'offer', ordinal);
  const words = createRandom(seed, 'words', ordinal);
  const isUndated = createRandom(seed, 'undated', ordinal).chance(undatedShare);
  const quirks: Quirk[] = [...chooseQuirks(offer), ...(isUndated ? (['undated'] as const) : [])];
  const unworded: UnwordedCar = {
    ...specimen,
    kind,
    quirks,
    id: chooseId(offer, quirks.includes('big_id')),
    twist: chooseTwist(offer, specimen),
    plate: plateNumber(seed, ordinal, specimen.year),
    askingPrice: chooseAskingPrice(kind, specimen.valueDkk, specimen.body, offer),
    listedHoursAgo,
  };
  return { ...unworded, title: writeTitle(unworded, words), description: writeDescription(unworded, words) };
}
