import { useMemo } from 'react';
import { useLanguage } from './language.tsx';
import type { TextPart } from './text-part.ts';

/** `texts` and those of a part that only some screens say; waits for the latter. */
export function useJoinedTexts<All, Own>(texts: All, part: TextPart<Own>): All & Own {
  const own = part.read(useLanguage().language);
  return useMemo(() => ({ ...texts, ...own }), [texts, own]);
}
