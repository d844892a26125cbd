import { foldText } from './text.ts';

/** A word of a title as written, and its letters and figures alone ("C-HR" → "chr") for comparing. */
export type Token = { text: string; key: string };

export function keyOf(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9#+]/g, '')
    .replace(/^\+|^#(?=[a-z])/, '');
}

export function tokenise(title: string): Token[] {
  return title
    .split(/[\s·|;()!*"_]+|,(?!\d)|(?<!\d),/)
    .map((text) => ({ text, key: keyOf(text) }))
    .filter((token) => token.key !== '')
    .slice(0, 60);
}

/** The key of several words taken as one ("id" + "3"); null when there are not so many. */
export function joinKeys(tokens: readonly Token[], from: number, length: number): string | null {
  if (from + length > tokens.length) return null;
  const key = tokens
    .slice(from, from + length)
    .map((token) => token.key)
    .join('');
  return key === '' ? null : key;
}
