import { useMemo } from 'react';
import type { Texts } from './en.ts';
import { useLanguage, useTexts } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/filters.ts');
export type PanelTexts = OwnTexts['panel'];
type FilterTexts = Omit<Texts, 'filters'> & {
  filters: Texts['filters'] & PanelTexts;
  empty: OwnTexts['empty'];
};

/** What only the panel of the filters says, some of their chips, and a list that they leave empty. */
export const filterTexts = textPart<OwnTexts>({
  en: () => import('./en/filters.ts'),
  da: () => import('./da/filters.ts'),
});

export function useFilterTexts(): FilterTexts {
  const { language } = useLanguage();
  const texts = useTexts();
  const { panel, empty } = filterTexts.read(language);
  return useMemo(() => ({ ...texts, filters: { ...texts.filters, ...panel }, empty }), [texts, panel, empty]);
}
