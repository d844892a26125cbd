import type { Fuel, Gearbox } from '#core/marketplace/ad/listing.ts';
import { danishFindings } from '../car/finding-names-da.ts';
import { englishFindings } from '../car/finding-names-en.ts';
import type { FindingKind } from '../car/findings.ts';
import { danishFuels } from '../car/fuel-names-da.ts';
import { englishFuels } from '../car/fuel-names-en.ts';
import type { Language } from '../language.ts';
import type { Deal } from '../valuation/valuation.ts';

/** What a car's page says to those who do not run the app: search engines, messengers, the share picture. */
export type CarTexts = {
  /** Beside the mark on the share picture. */
  deals: Record<Exclude<Deal, 'amazing'>, string>;
  /** Sentences of the description. */
  rated: Record<Exclude<Deal, 'amazing'>, string>;
  /** What to look out for comes before any of them. */
  findings: Readonly<Record<FindingKind, string>>;
  fuels: Record<Fuel, string>;
  gearboxes: Record<Gearbox, string>;
  noPrice: string;
  picture: (title: string) => string;
  untitled: string;
  /** The product in one line, and what its own picture says. */
  promise: string;
  promiseMore: string;
};

const en: CarTexts = {
  deals: { fair: 'Fair', poor: 'Poor', no_estimate: 'No estimate' },
  rated: {
    fair: 'We call the price neither a bargain nor too high against similar cars for sale in Denmark.',
    poor: 'Similar cars for sale in Denmark cost less.',
    no_estimate: 'See the facts, the photos and similar cars for sale in Denmark.',
  },
  findings: englishFindings,
  fuels: englishFuels,
  gearboxes: { automatic: 'Automatic', manual: 'Manual' },
  noPrice: 'Price on request',
  picture: (title) => `${title}, with its asking price`,
  untitled: 'Used car',
  promise: 'Know what the car is worth before you call',
  promiseMore: 'Every listing of a search, rated against the market in kroner.',
};

const da: CarTexts = {
  deals: { fair: 'Fair pris', poor: 'Dyr', no_estimate: 'Ikke vurderet' },
  rated: {
    fair: 'Vi kalder hverken prisen et kup eller for høj i forhold til lignende biler til salg i Danmark.',
    poor: 'Lignende biler til salg i Danmark koster mindre.',
    no_estimate: 'Se bilens data, billeder og lignende biler til salg i Danmark.',
  },
  findings: danishFindings,
  fuels: danishFuels,
  gearboxes: { automatic: 'Automatgear', manual: 'Manuelt gear' },
  noPrice: 'Pris oplyses af sælger',
  picture: (title) => `${title} med annoncens pris`,
  untitled: 'Brugt bil',
  promise: 'Se, hvad bilen er værd, før du ringer',
  promiseMore: 'Alle annoncer i en søgning, sammenlignet med markedet i kroner.',
};

export const carTexts: Record<Language, CarTexts> = { en, da };
