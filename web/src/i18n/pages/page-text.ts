import type { Language } from '../plural.ts';

/** A page of plain text: sections of paragraphs. Pages are loaded with their route, in both languages. */
export type PageText = {
  title: string;
  lead: string;
  sections: { heading: string; paragraphs: string[] }[];
};

export type InBothLanguages<T> = Record<Language, T>;
