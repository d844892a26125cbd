import { makeOfCode } from '#core/marketplaces/dba/make-codes.ts';
import type { DbaAd } from './dba-ads.ts';
import { fuelWord, headingOf, isDealer, isWithoutVat, makeWord } from './dba-doc.ts';

const fuelCodes: Readonly<Record<string, string>> = {
  '1': 'Benzin',
  '2': 'Diesel',
  '4': 'El',
  '6': 'Hybrid benzin',
  '1352': 'Plug-in Benzin',
};
/** Regions by the first figures of a postal code. */
const regions: Readonly<Record<string, (code: number) => boolean>> = {
  '0.200001': (code) => code < 3000,
  '0.200002': (code) => code >= 3000 && code < 3700,
  '0.200003': (code) => code >= 4000 && code < 4600,
  '0.200004': (code) => code >= 4600 && code < 5000,
  '0.200009': (code) => code >= 5000 && code < 6000,
  '0.200008': (code) => code >= 6000 && code < 8000,
  '0.200006': (code) => code >= 8000 && code < 9000,
  '0.200005': (code) => code >= 9000,
};

type Applied = { name: string; value: string; title: string };
type Test = (ad: DbaAd) => boolean;

/** What a search found. `applied`: only the filters that are known; the others are dropped without a word. */
export type DbaFound = { ads: DbaAd[]; applied: Applied[] };

const ranges: readonly [name: string, read: (ad: DbaAd) => number][] = [
  ['price', ({ amount }) => amount],
  ['year', ({ car }) => car.year],
  ['mileage', ({ car }) => car.mileageKm],
];

export function findDbaAds(ads: readonly DbaAd[], asked: URLSearchParams): DbaFound {
  const tests: Test[] = [];
  const applied: Applied[] = [];
  const apply = (name: string, value: string, title: string, test: Test) => {
    applied.push({ name, value, title });
    return test;
  };
  for (const [name, read] of ranges) {
    const from = numberOf(asked.get(`${name}_from`));
    const to = numberOf(asked.get(`${name}_to`));
    if (from !== null)
      tests.push(apply(`${name}_from`, String(from), `Fra ${from}`, (ad) => read(ad) >= from));
    if (to !== null) tests.push(apply(`${name}_to`, String(to), `Til ${to}`, (ad) => read(ad) <= to));
  }
  const choices: readonly [name: string, testOf: (value: string) => [title: string, test: Test] | null][] = [
    ['variant', makeTest],
    ['make', makeTest],
    [
      'fuel',
      (value) => (fuelCodes[value] ? [fuelCodes[value], (ad) => fuelWord(ad) === fuelCodes[value]] : null),
    ],
    [
      'transmission',
      (value) =>
        value === '1' || value === '2'
          ? [
              value === '1' ? 'Manuelt gear' : 'Automatgear',
              (ad) => (ad.car.gearbox === 'manual') === (value === '1'),
            ]
          : null,
    ],
    [
      'dealer_segment',
      (value) =>
        value === '2' || value === '3'
          ? [value === '2' ? 'Forhandlere' : 'Private', (ad) => isDealer(ad) === (value === '2')]
          : null,
    ],
    [
      'registration_class',
      (value) =>
        value === '1' || value === '8'
          ? [value === '1' ? 'Personbiler' : 'Varebiler', (ad) => isWithoutVat(ad) === (value === '8')]
          : null,
    ],
    [
      'location',
      (value) => (regions[value] ? ['Landsdel', (ad) => regions[value]!(ad.car.place.postalCode)] : null),
    ],
  ];
  for (const [name, testOf] of choices) {
    const known = asked.getAll(name).flatMap((value) => {
      const found = testOf(value);
      return found ? [apply(name, value, ...found)] : [];
    });
    if (known.length > 0) tests.push((ad) => known.some((test) => test(ad)));
  }
  const words = (asked.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  tests.push((ad) =>
    words.every((word) => `${headingOf(ad)} ${ad.car.variant}`.toLowerCase().includes(word)),
  );
  return { ads: ads.filter((ad) => tests.every((test) => test(ad))), applied };
}

function makeTest(value: string): [string, Test] | null {
  const make = makeOfCode[/^[01]\.(\d+)/.exec(value)?.[1] ?? ''];
  return make ? [make, (ad) => makeWord(ad) === make] : null;
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
