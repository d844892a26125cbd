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
  startFree: 'Kom gratis i gang',
  seePlans: 'Se, hvad du får',
};
