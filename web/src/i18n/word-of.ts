/**
 * A word of an ad or of the register ("mørkeblå", "OFF_WHITE") in the reader's language; one that the table does not know
 * stands as it is, with a capital.
 */
export function wordOf(table: Readonly<Record<string, string>>, word: string): string {
  const key = word.trim().toLowerCase().replaceAll('_', ' ');
  const known = Object.hasOwn(table, key) ? table[key] : undefined;
  return known ?? word.charAt(0).toUpperCase() + word.slice(1);
}
