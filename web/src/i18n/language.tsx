import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { Language } from '#core/shared.ts';
import { keep, recall } from '../storage.ts';
import type { Texts } from './en.ts';
import { formatDate, formatEuro, formatRelative } from './format.ts';
import { loadWantedParts, type TextPart } from './text-part.ts';

const storageKey = 'app_language';

/** The language chosen before, else English (docs/spec.md 9). */
export const storedLanguage = (): Language => (recall('browser', storageKey) === 'da' ? 'da' : 'en');

/**
 * The language of this visit: the one that the address asks for with `?lang=`, else the one chosen before. The address loses
 * the question, so that it is not asked again over what is chosen later; a first visit keeps the answer.
 */
export function takeLanguage(): Language {
  const address = new URL(location.href);
  const asked = address.searchParams.get('lang');
  if (asked === null) return storedLanguage();
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
  const language = asked === 'da' ? 'da' : 'en';
  if (recall('browser', storageKey) === null) keep('browser', storageKey, language);
  return language;
}

export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'da' ? (await import('./da.ts')).da : (await import('./en.ts')).en;
}

/** For `lazy`: a component that is not its file's default. */
export function asDefault<T>(load: () => Promise<T>): () => Promise<{ default: T }> {
  return async () => ({ default: await load() });
}

/** For `lazy`: a screen and the texts that only it says, asked for at the same time. */
export function withTexts<T>(load: () => Promise<T>, ...parts: TextPart<unknown>[]): () => Promise<T> {
  return () => {
    for (const part of parts) void part.load(storedLanguage());
    return load();
  };
}

type LanguageValue = { language: Language; texts: Texts; choose: (language: Language) => void };

const LanguageContext = createContext<LanguageValue | null>(null);

type Props = { initial: { language: Language; texts: Texts }; children: ReactNode };

/** Holds the current language; another one is fetched first, with all that is on screen, and then shown at once. */
export function LanguageProvider({ initial, children }: Props) {
  const [current, setCurrent] = useState(initial);
  useEffect(() => {
    const { documentElement: page } = document;
    if (page.lang === current.language) return;
    page.lang = current.language;
    // What the served page says of itself is in the language that it was served in.
    const description = document.querySelector('meta[name=description]');
    description?.setAttribute('content', current.texts.home.lead);
  }, [current]);
  const value = useMemo(() => {
    const choose = (language: Language) => {
      keep('browser', storageKey, language);
      void Promise.all([loadTexts(language), loadWantedParts(language)]).then(([texts]) =>
        setCurrent({ language, texts }),
      );
    };
    return { ...current, choose };
  }, [current]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageValue {
  const value = use(LanguageContext);
  if (!value) throw new Error('LanguageProvider is missing');
  return value;
}

export function useTexts(): Texts {
  return useLanguage().texts;
}

/** Formatting that depends on the language. */
export function useFormat() {
  const { language, texts } = useLanguage();
  return useMemo(
    () => ({
      date: (date: string | null) => formatDate(date, language),
      euro: (cents: number) => formatEuro(cents, language),
      relative: (instant: string) => formatRelative(instant, Date.now(), texts.time, language),
    }),
    [language, texts],
  );
}
