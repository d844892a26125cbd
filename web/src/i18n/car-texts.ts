import { use, useMemo } from 'react';
import type { Texts } from './en.ts';
import { useLanguage } from './language.tsx';
import type { Language } from './plural.ts';

/** What only a car's page and the comparison say: fetched with them, in the language in use. */
type OwnTexts = typeof import('./en/car-page.ts');
export type CarTexts = Texts & OwnTexts;

const sources: Record<Language, () => Promise<OwnTexts>> = {
  en: () => import('./en/car-page.ts'),
  da: () => import('./da/car-page.ts'),
};
const asked = new Map<Language, Promise<OwnTexts>>();
const loaded = new Map<Language, OwnTexts>();

/** Begins to fetch them; what is there already is not fetched again, and a failure may be tried anew. */
export function loadCarTexts(language: Language): Promise<OwnTexts> {
  const known = asked.get(language);
  if (known) return known;
  const request = sources[language]().then((texts) => {
    loaded.set(language, texts);
    return texts;
  });
  asked.set(language, request);
  request.catch(() => asked.delete(language));
  return request;
}

/** The texts of every screen and those of a car's page; waits for the latter. */
export function useCarTexts(): CarTexts {
  const { language, texts } = useLanguage();
  const own = loaded.get(language) ?? use(loadCarTexts(language));
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
