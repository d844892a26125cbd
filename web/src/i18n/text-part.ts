import { use } from 'react';
import type { Language } from '#core/shared.ts';

export type TextPart<T> = {
  /** Begins to fetch the texts; what is there already is not fetched again, and a failure may be tried anew. */
  load(language: Language): Promise<T>;
  /** The same, while rendering: after a few failures it is not tried anew, or each drawing would ask the network again. */
  ask(language: Language): Promise<T>;
  /** The texts, while rendering: waits for them below the nearest Suspense, and throws when they cannot be fetched. */
  read(language: Language): T;
};

/** The parts that were wanted on this visit. */
const wanted = new Set<TextPart<unknown>>();

/** A promise that says what became of it, so that React need not wait for what is there already. */
type Request<T> = Promise<T> & { status?: 'pending' | 'fulfilled' | 'rejected'; value?: T; reason?: unknown };

function follow<T>(request: Request<T>): Request<T> {
  request.status = 'pending';
  // In braces: what they returned would be the request itself, refused once more with nobody to hear it.
  request.then(
    (value) => {
      Object.assign(request, { status: 'fulfilled', value });
    },
    (reason: unknown) => {
      Object.assign(request, { status: 'rejected', reason });
    },
  );
  return request;
}

/** So often a drawing asks for texts that cannot be fetched; then it fails, and offers to load the page again. */
const mostAsked = 3;

/** Texts that only some screens say: fetched with them, in the language in use. */
export function textPart<T>(sources: { en: () => Promise<T>; da: () => Promise<NoInfer<T>> }): TextPart<T> {
  const asked = new Map<Language, Request<T>>();
  const timesAsked = new Map<Language, number>();
  const part: TextPart<T> = {
    load(language) {
      wanted.add(part);
      const known = asked.get(language);
      if (known && known.status !== 'rejected') return known;
      const request = follow(sources[language]());
      asked.set(language, request);
      return request;
    },
    ask(language) {
      const known = asked.get(language);
      const times = timesAsked.get(language) ?? 0;
      if (known && (known.status !== 'rejected' || times >= mostAsked)) return known;
      timesAsked.set(language, times + 1);
      return part.load(language);
    },
    // Always by `use`: React calls a component that waited again, and counts on meeting it there.
    read: (language) => use(part.ask(language)),
  };
  return part;
}

/** Before the language changes: what is on screen must not wait for its texts. */
export async function loadWantedParts(language: Language): Promise<void> {
  await Promise.all([...wanted].map((part) => part.load(language)));
}
