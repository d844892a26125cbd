/**
 * What every text that a caller sends must be: no control characters but tab and line breaks, which only serve to break
 * logs, mails and downloads. Written out as ranges, so that other people's generators can follow it.
 */
export const sentTextPattern = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';
const sentText = new RegExp(sentTextPattern);

// Half a surrogate pair cannot be stored. JSON can write one; no pattern that other engines know can exclude it.
const isPlain = (text: string): boolean => text.isWellFormed() && sentText.test(text);

/**
 * Where a value that was read from JSON holds a text, or names a field, that is not plain: the path of that field
 * (`[]` for the value itself). Null when everything is plain. `value` is not nested deeper than the stack reaches.
 */
export function pathOfIllFormedText(value: unknown): string[] | null {
  if (typeof value === 'string') return isPlain(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    // The name cannot be repeated to the caller; where it stands can.
    if (!isPlain(name)) return [];
    const path = pathOfIllFormedText(child);
    if (path) return [name, ...path];
  }
  return null;
}
