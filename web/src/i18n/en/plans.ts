import { planNames } from '#core/payments/plan.ts';
import { count } from '../format.ts';

/** Plans as the home page names them; what the upgrade dialog adds is loaded with it. */
export const plans = {
  name: planNames.en,
  freeNote: (scrapes: number) =>
    `${count(scrapes, 'import', 'imports')} a month, every car but the amazing deals`,
  monthlyNote: 'a month, unlimited imports, every deal',
  quarterlyNote: (perMonth: string, saved: string) => `${perMonth} a month, you save ${saved}`,
  lifetimeNote: 'paid once, yours for good',
  boostNote: (days: number) => `${days} days of Premium, no renewal`,
  aboutKroner: (amount: string) => `about ${amount}`,
  inEuro: (rate: string) =>
    `You pay in euro. The amounts in kroner are at the krone’s central rate of ${rate} kr.; your bank’s may differ a little.`,
  other: 'Without a subscription',
  unlockNote: 'Market values of all cars you can open',
  startFree: 'Start free',
  seePlans: 'What it includes',
};
