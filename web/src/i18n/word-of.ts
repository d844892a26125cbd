/** A word of an ad or of the register ("mørkeblå", "OFF_WHITE") in the reader's language; null of one that the table does not know. */
export function knownWord(table: Readonly<Record<string, string>>, word: string): string | null {
  const key = word.trim().toLowerCase().replaceAll('_', ' ');
  return Object.hasOwn(table, key) ? table[key]! : null;
}

/** The same; one that the table does not know stands as it is, with a capital. */
export const wordOf = (table: Readonly<Record<string, string>>, word: string): string =>
  knownWord(table, word) ?? word.charAt(0).toUpperCase() + word.slice(1);
