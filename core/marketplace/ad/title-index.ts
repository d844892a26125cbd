import { type CarMake, carMakes } from './makes.ts';
import { keyOf } from './title-tokens.ts';

type Named = { name: string; key: string };
export type MakeEntry = { make: CarMake; keys: string[]; models: Named[] };

/** Other names of models: "C4 Grand Picasso" is sold as "Grand C4 Picasso", "V40 CC" as "V40 Cross Country". */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Audi: { 'A6 e tron': 'A6 e-tron', 'Q4 etron': 'Q4 e-tron' },
  BMW: { i3s: 'i3' },
  Citroën: {
    'C4 Grand Picasso': 'Grand C4 Picasso',
    'C4 Grand SpaceTourer': 'Grand C4 SpaceTourer',
    'Grand Picasso': 'Grand C4 Picasso',
  },
  Nissan: { 'Qashqai 2': 'Qashqai+2' },
  Renault: { 'Megane Grand Scenic': 'Grand Scenic', 'Megane Scenic': 'Scenic' },
  Volkswagen: {
    'Golf Sports Van': 'Golf Sportsvan',
    'Passat Stationcar': 'Passat Variant',
    'T Roc': 'T-Roc',
  },
  Volvo: {
    'V40 CC': 'V40 Cross Country',
    'V60 CC': 'V60 Cross Country',
    'V90 CC': 'V90 Cross Country',
  },
};

function namesOf(make: CarMake): Named[] {
  const own = make.models.map((name) => ({ name, key: keyOf(name) }));
  const others = Object.entries(otherNames[make.name] ?? {});
  return [...own, ...others.map(([spelling, name]) => ({ name, key: keyOf(spelling) }))];
}

/** The table of makes and models as a title is compared with it. */
export const makeEntries: readonly MakeEntry[] = carMakes.map((make) => ({
  make,
  keys: [make.name, ...make.aliases].map(keyOf),
  models: namesOf(make),
}));

export function entryOf(name: string): MakeEntry {
  return makeEntries.find((entry) => entry.make.name === name)!;
}
