/** The two languages of everything people read. English is the default (spec section 9). */
export type Language = 'en' | 'da';

export const languages: readonly Language[] = ['en', 'da'];

/** The language that an address asks for with `?lang=`. */
export const readLanguage = (lang: string | undefined): Language => (lang === 'da' ? 'da' : 'en');
