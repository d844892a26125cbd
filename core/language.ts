/** The two languages of everything people read. English is the default (docs/spec.md 9). */
export const languages = ['en', 'da'] as const;
export type Language = (typeof languages)[number];

/** The language that an address asks for with `?lang=`. */
export const readLanguage = (lang: string | undefined): Language => (lang === 'da' ? 'da' : 'en');
