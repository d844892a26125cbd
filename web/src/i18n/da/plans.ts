import { planNames } from '#core/payments/plan.ts';
import { count } from '../format.ts';

export const plans = {
  name: planNames.da,
  freeNote: (scrapes: number) =>
    `${count(scrapes, 'import', 'importer')} om måneden, alle biler undtagen kuppene`,
  monthlyNote: 'om måneden, importer uden grænse, alle kup',
  quarterlyNote: (perMonth: string, saved: string) => `${perMonth} om måneden, du sparer ${saved}`,
  lifetimeNote: 'betales én gang',
  boostNote: (days: number) => `${days} dage med Premium, fornyes ikke`,
  aboutKroner: (amount: string) => `ca. ${amount}`,
  inEuro: (rate: string) =>
    `Du betaler i euro. Beløbene i kroner er efter kronens centralkurs på ${rate} kr.; din banks kurs kan afvige lidt.`,
  other: 'Uden abonnement',
  unlockNote: 'Markedsværdien på alle biler, du kan åbne',
  startFree: 'Kom gratis i gang',
  seePlans: 'Se, hvad du får',
};
