import { useMemo } from 'react';
import type { Texts } from './en.ts';
import { useLanguage, useTexts } from './language.tsx';
import { textPart } from './text-part.ts';

type OwnTexts = typeof import('./en/filters.ts');
export type PanelTexts = OwnTexts['panel'];
type FilterTexts = Omit<Texts, 'filters'> & {
  filters: Texts['filters'] & PanelTexts;
  empty: OwnTexts['empty'];
  toCheck: OwnTexts['toCheck'];
};

/** What only the panel of the filters says, some of their chips, a list that they leave empty, and the count of a card. */
export const filterTexts = textPart<OwnTexts>({
  en: () => import('./en/filters.ts'),
  da: () => import('./da/filters.ts'),
});

export function useFilterTexts(): FilterTexts {
  const { language } = useLanguage();
  const texts = useTexts();
  const { panel, empty, toCheck } = filterTexts.read(language);
  return useMemo(
    () => ({ ...texts, filters: { ...texts.filters, ...panel }, empty, toCheck }),
    [texts, panel, empty, toCheck],
  );
}
