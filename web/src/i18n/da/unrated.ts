import { count } from '../format.ts';

export const unrated = {
  title: 'Det ved vi om lignende biler',
  range: (year: number, low: string, high: string, isDoubted: boolean) =>
    `Lignende biler fra ${year}${isDoubted ? ', som er annoncens årgang,' : ''} udbydes som regel til mellem ${low} og ${high}`,
  rangeHow: 'Intervallet rummer cirka otte af ti af deres udbudspriser.',
  roughRange: (year: number, low: string, high: string, isDoubted: boolean) =>
    `Lignende biler fra ${year}${isDoubted ? ', som er annoncens årgang,' : ''} udbydes måske til mellem ${low} og ${high}`,
  roughHow:
    'Det er et groft interval for udbudspriser, omregnet til bilens årgang og kilometertal ud fra de få biler, der er set, og ingen vurdering.',
  wideHow:
    'Det er et groft interval for udbudspriser, fordi lignende biler er så forskelligt prissat, og ingen vurdering.',
  locked: 'Vi kan give et interval for, hvad sådanne biler udbydes til.',
  unlock: 'Lås op',
  seen: (cars: number, seesAll: boolean) =>
    `${cars === 0 ? 'Ingen andre biler' : count(cars, 'anden bil', 'andre biler')} af modellen${seesAll ? ' at sammenligne med' : ', som du kan se'}`,
  needed: (least: number, isOwnCounted: boolean) =>
    `En vurdering kræver som regel ${least} biler af modellen${isOwnCounted ? ', denne regnet med' : ''}; færre er nok, hvis en af dem ligner den meget.`,
  missing: (cars: number) => `Der mangler ${cars} endnu.`,
  gone: 'ikke længere til salg',
  otherEngines: (model: string) => `Se ${model} med en anden motor`,
  tellMe: 'Giv besked, når den kan vurderes',
  willTell: 'Du får besked, når den kan vurderes, fordi du har gemt den.',
};
