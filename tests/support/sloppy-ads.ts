import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Fuel, Gearbox, PriceKind } from '#core/marketplaces/ad/listing.ts';

export const adLanguages = ['da', 'sv', 'no', 'de', 'en', 'nl'] as const;
export type AdLanguage = (typeof adLanguages)[number];

/** The facts of the car and its offer; null for those that the ad does not state. */
export type AdTruth = {
  km: number | null;
  year: number | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  horsepower: number | null;
  priceKind: PriceKind;
  /** Whether the ad offers a whole car for sale. */
  isCar: boolean;
  availability: 'live' | 'sold' | 'pending';
};
export type SloppyAd = {
  language: AdLanguage;
  title: string;
  description: string;
  priceDkk: number;
  truth: AdTruth;
};

type Words = {
  km: readonly string[];
  /** Distances that are not the car's mileage: of a part, service, warranty, a year's driving or another car. */
  otherKm: readonly string[];
  year: readonly string[];
  otherYear: readonly string[];
  fuel: Partial<Record<Fuel, readonly string[]>>;
  gearbox: Record<Gearbox, readonly string[]>;
  power: readonly string[];
  otherPower: readonly string[];
  monthly: readonly string[];
  exVat: readonly string[];
  exTax: readonly string[];
  wanted: readonly string[];
  parts: readonly string[];
  sold: readonly string[];
  pending: readonly string[];
  /** Sentences that sound like facts but state none of the above. */
  talk: readonly string[];
};

/** In the phrases "#" stands for the figure and "@" for the name of the car. */
const words: Record<AdLanguage, Words> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/ads/words.json'), 'utf8'),
);

/** Names of cars without figures that could be read as year or power. */
const names = [
  'VW Golf',
  'Skoda Octavia',
  'Ford Focus',
  'Toyota Yaris',
  'Opel Astra',
  'Audi A4',
  'Kia Ceed',
  'Hyundai i30',
  'Volvo V70',
  'Renault Clio',
  'Seat Leon',
  'Citroën C3',
  'Nissan Qashqai',
  'Mazda 3',
  'Peugeot 308',
  'Fiat Punto',
] as const;
const engines: Partial<Record<Fuel, readonly string[]>> = {
  diesel: ['', '1,6', '2.0'],
  petrol: ['', '1,4', '1.2'],
  electric: [''],
  plugin_hybrid: [''],
};
const offers = [
  'sale',
  'sale',
  'sale',
  'sale',
  'sale',
  'monthly',
  'exVat',
  'exTax',
  'wanted',
  'parts',
  'sold',
  'pending',
] as const;

const thousands = (km: number, mark: string) => String(km).replace(/\B(?=(\d{3})+$)/g, mark);
/** Fills in a phrase's figure, written in one of the ways that people use. */
function kmText(phrase: string, km: number, way: number): string {
  const whole = [thousands(km, '.'), String(km), thousands(km, ' '), thousands(km, "'")][way % 4]!;
  const inThousands = km % 1000 === 0 && way % 3 === 0 && /# km/.test(phrase);
  return phrase
    .replace('mil#', thousands(Math.round(km / 10), ' '))
    .replace('mi#', thousands(Math.round(km / 1.609344), ','))
    .replace(
      '# km',
      inThousands
        ? [`${km / 1000} t.km`, `${km / 1000}tkm`, `${km / 1000}.000km`][way % 3]!
        : `${whole}${way % 5 === 0 ? '' : ' '}km`,
    )
    .replace('#', whole);
}

const separators = [' ', '. ', '\n', ', ', ' - ', ' ✅ ', '! ', '\n\n• ', ' | '] as const;
const withoutAccents = (text: string) =>
  text
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'oe')
    .replaceAll('å', 'aa')
    .replaceAll('Å', 'Aa')
    .replaceAll('Ø', 'Oe');

/** Drops one letter of a long word, as a typing error does. */
function withSlip(text: string, at: number): string {
  const long = [...text.matchAll(/\p{L}{6,}/gu)];
  if (long.length === 0) return text;
  const { index, 0: word } = pickOf(long, at);
  const cut = index + 2 + (at % (word.length - 3));
  return text.slice(0, cut) + text.slice(cut + 1);
}

const fuelsOfAds = ['diesel', 'petrol', 'electric', 'plugin_hybrid'] as const;
const pickOf = <Value>(values: readonly Value[], at: number): Value => values[at % values.length]!;

/** The car that an ad describes; the ad does not mention fields that are null. */
export type WrittenCar = {
  name: string;
  engine: string;
  km: number | null;
  year: number | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  horsepower: number | null;
};

/** Ads of private people that offer this car for sale. */
export const sloppyAdsOf = (language: AdLanguage, car: WrittenCar): fc.Arbitrary<SloppyAd> =>
  drawings.map((drawn) => {
    const says = { ...drawn.says };
    if (car.km === null) says.km = 0;
    if (car.year === null) says.year = 0;
    const fuel = fuelsOfAds.find((each) => each === car.fuel);
    return write(language, {
      ...drawn,
      ...car,
      km: car.km ?? 0,
      year: car.year ?? 0,
      fuel: fuel ?? 'petrol',
      gearbox: car.gearbox ?? 'manual',
      horsepower: car.horsepower ?? 0,
      offer: 'sale',
      says: {
        ...says,
        fuel: says.fuel && fuel !== undefined,
        gearbox: says.gearbox && car.gearbox !== null,
        horsepower: says.horsepower && car.horsepower !== null,
      },
    });
  });

/** Ads written carelessly from known facts: run together, in capitals, in any order, with claims about other things between. */
export const sloppyAds = (language: AdLanguage): fc.Arbitrary<SloppyAd> =>
  drawings.map((drawn) => write(language, drawn));

const drawings = fc.record({
  name: fc.constantFrom(...names),
  km: fc.oneof(
    fc.integer({ min: 12, max: 390 }).map((k) => k * 1000),
    fc.integer({ min: 12_001, max: 389_999 }),
  ),
  year: fc.integer({ min: 1996, max: 2024 }),
  fuel: fc.constantFrom(...fuelsOfAds),
  gearbox: fc.constantFrom('automatic' as const, 'manual' as const),
  horsepower: fc.integer({ min: 55, max: 340 }),
  offer: fc.constantFrom(...offers),
  says: fc.record({
    km: fc.integer({ min: 0, max: 4 }),
    year: fc.integer({ min: 0, max: 4 }),
    fuel: fc.boolean(),
    gearbox: fc.boolean(),
    horsepower: fc.boolean(),
  }),
  others: fc.array(
    fc.record({
      kind: fc.constantFrom('km', 'year', 'power', 'talk', 'talk'),
      at: fc.nat(99),
      km: fc.integer({ min: 5, max: 300 }),
      year: fc.integer({ min: 2015, max: 2027 }),
    }),
    { maxLength: 5 },
  ),
  ways: fc.array(fc.nat(999), { minLength: 12, maxLength: 12 }),
  separator: fc.constantFrom(...separators),
  slop: fc.constantFrom('', '', '', 'upper', 'lower', 'accents', 'typo'),
});
type Drawings = typeof drawings extends fc.Arbitrary<infer Each> ? Each : never;
/** `engine`: the given car's engine; without it, one that fits the fuel is drawn. */
type Drawn = Omit<Drawings, 'name'> & { name: string; engine?: string };

function write(language: AdLanguage, drawn: Drawn): SloppyAd {
  const own = words[language];
  const way = (at: number) => drawn.ways[at]!;
  const { says, offer } = drawn;
  const isParts = offer === 'parts';
  const isCar = !isParts && offer !== 'wanted';
  const isKmInTitle = says.km === 1 && isCar;
  const isYearInTitle = says.year === 1 && isCar;
  const claims: string[] = [];
  const titleParts: string[] = [];
  const kmPhrase = kmText(pickOf(own.km, way(0)), drawn.km, way(1));
  if (says.km > 1) claims.push(kmPhrase);
  if (says.year > 1) claims.push(pickOf(own.year, way(2)).replace('#', String(drawn.year)));
  if (says.fuel) claims.push(pickOf(own.fuel[drawn.fuel]!, way(3)));
  if (says.gearbox) claims.push(pickOf(own.gearbox[drawn.gearbox], way(4)));
  if (says.horsepower) claims.push(pickOf(own.power, way(5)).replace('#', String(drawn.horsepower)));
  for (const other of drawn.others) {
    if (other.kind === 'km') claims.push(kmText(pickOf(own.otherKm, other.at), other.km * 1000, other.at));
    else if (other.kind === 'year')
      claims.push(pickOf(own.otherYear, other.at).replace('#', String(other.year)));
    else claims.push(pickOf(other.kind === 'power' ? own.otherPower : own.talk, other.at));
  }
  if (offer === 'exVat' || offer === 'exTax') claims.push(pickOf(own[offer], way(6)));
  const shuffled = claims
    .map((claim, at) => ({ claim, order: (way(7) * (at + 3) * 7919) % 1009 }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ claim }) => claim);
  const engine = drawn.engine ?? pickOf(engines[drawn.fuel]!, way(8));
  titleParts.push(drawn.name, engine);
  if (isYearInTitle) titleParts.splice(way(9) % 4 === 0 ? 0 : 2, 0, String(drawn.year));
  if (isKmInTitle) titleParts.push(kmText('# km', drawn.km, way(1)));
  const named = titleParts.filter((part) => part !== '').join(' ');
  const monthlyDkk = 1500 + (way(10) % 60) * 100 - 5;
  const title =
    offer === 'monthly'
      ? `${named} ${pickOf(own.monthly, way(6)).replace('#', thousands(monthlyDkk, '.'))}`
      : offer === 'sale' || offer === 'exVat' || offer === 'exTax'
        ? named
        : pickOf(own[offer], way(6)).replace('@', isCar ? named : drawn.name);

  const slip = (text: string) =>
    drawn.slop === 'upper'
      ? text.toUpperCase()
      : drawn.slop === 'lower'
        ? text.toLowerCase()
        : drawn.slop === 'accents'
          ? withoutAccents(text)
          : drawn.slop === 'typo'
            ? withSlip(text, way(11))
            : text;
  return {
    language,
    title: slip(title),
    description: !isCar ? '' : slip(shuffled.join(drawn.separator)),
    priceDkk:
      offer === 'monthly'
        ? monthlyDkk
        : isParts
          ? 1500 + (way(10) % 40) * 100
          : 24_900 + (way(10) % 200) * 1000,
    truth: {
      km: !isCar || says.km === 0 ? null : drawn.km,
      year: !isCar || says.year === 0 ? null : drawn.year,
      fuel: !isCar || !says.fuel ? null : drawn.fuel,
      gearbox: !isCar || !says.gearbox ? null : drawn.gearbox,
      horsepower: !isCar || !says.horsepower ? null : drawn.horsepower,
      priceKind:
        offer === 'monthly'
          ? 'leasing'
          : offer === 'exVat'
            ? 'ex_vat'
            : offer === 'exTax'
              ? 'ex_registration_tax'
              : 'cash',
      isCar,
      availability: offer === 'sold' ? 'sold' : offer === 'pending' ? 'pending' : 'live',
    },
  };
}
