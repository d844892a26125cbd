import type { Language } from '#core/shared.ts';
import { formatDate } from '../format.ts';
import { releases } from './releases.ts';

// Spec section 9: the legal pages are version 1.0 of 17 October 2025.
const version = 'Version 1.0 · 17.10.2025';
const { version: newest, date } = releases[0]!;

export const legalNote: Record<Language, string> = {
  en: `${version}, brought up to date with Bilfund ${newest} of ${formatDate(date, 'en')}`,
  da: `${version}, ført ajour med Bilfund ${newest} af ${formatDate(date, 'da')}`,
};
