import { useLanguage } from './language.tsx';
import { textPart } from './text-part.ts';

export type CostTexts = typeof import('./en/cost.ts');

/** What the cost of owning a car says. */
export const costTexts = textPart<CostTexts>({
  en: () => import('./en/cost.ts'),
  da: () => import('./da/cost.ts'),
});

export const useCostTexts = (): CostTexts => costTexts.read(useLanguage().language);
