import { use } from 'react';
import type { Language } from './plural.ts';

export type TextPart<T> = {
  /** Begins to fetch the texts; what is there already is not fetched again, and a failure may be tried anew. */
  load(language: Language): Promise<T>;
  /** The texts, while rendering: waits for them below the nearest Suspense. */
  read(language: Language): T;
};

/** The parts that were wanted on this visit. */
const wanted = new Set<TextPart<unknown>>();

/** Texts that only some screens say: fetched with them, in the language in use. */
export function textPart<T>(sources: Record<Language, () => Promise<T>>): TextPart<T> {
  const asked = new Map<Language, Promise<T>>();
  const loaded = new Map<Language, T>();
  const part: TextPart<T> = {
    load(language) {
      wanted.add(part);
      const known = asked.get(language);
      if (known) return known;
      const request = sources[language]().then((texts) => {
        loaded.set(language, texts);
        return texts;
      });
      asked.set(language, request);
      request.catch(() => asked.delete(language));
      return request;
    },
    read: (language) => loaded.get(language) ?? use(part.load(language)),
  };
  return part;
}

/** Before the language changes: what is on screen must not wait for its texts. */
export async function loadWantedParts(language: Language): Promise<void> {
  await Promise.all([...wanted].map((part) => part.load(language)));
}
