import { cutPlates } from '../plate/hide-plates.ts';
import { asText } from './read-json.ts';

const longest = 160;
/** Chassis numbers, old short ones among them: ten or more letters and figures in one word. */
const chassisNumber = /(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])\b[A-Z0-9]{10,}\b/gi;
/** What names a person behind a firm or a record: "Autosyn v/ …", "Ejer: …". */
const personBehind =
  /\s*(?:\bv\/|\bv\.\s|\bc\/o\b|\batt\b\.?:?|\b(?:ejer|bruger|skyldner|kreditor|kontakt)\b\s*:).*$/i;
/** What a firm that inspects cars has in its name; a name without any of it may be a person's. */
const firmWord =
  /\b(?:a\/s|aps|i\/s|k\/s|p\/s|ivs|fdm|dekra|applus|tüv|skat)\b|syn|bil|auto|motor|test|center|centret|værksted|service|told/i;

/**
 * Words of a register's answer that may be shown to anybody: without plates (`plates`: those the answer names), chassis
 * numbers and names of people, 160 characters at most. Null when nothing is left.
 */
export function cleanWords(value: unknown, plates: readonly string[]): string | null {
  let words = asText(value)?.replace(chassisNumber, ' ').replace(personBehind, '') ?? null;
  for (const plate of plates) words = words && cutPlates(words, plate);
  const tidy = (words ?? '').replace(/\s+/g, ' ').trim();
  return tidy === '' ? null : tidy.slice(0, longest);
}

/** A company's name, or null for one that could be a person's. */
export function firmOf(value: unknown, plates: readonly string[]): string | null {
  const name = cleanWords(value, plates);
  return name && firmWord.test(name) ? name : null;
}
