import type { VendSite } from './vend-site.ts';

export const currencyText = ({ currency }: VendSite): string => (currency === 'DKK' ? 'kr.' : currency);

const agePatterns: readonly [RegExp, seconds: number][] = [
  [/^(\d+)\s*min\.?$/, 60],
  [/^(\d+)\s*t(?:imer?|\.)?$/, 3600],
  [/^(\d+)\s*dage?$/, 86_400],
  [/^(\d+)\s*uger?$/, 7 * 86_400],
  [/^(\d+)\s*m(?:d|dr|åned|åneder)\.?$/, 30 * 86_400],
  [/^(\d+)\s*år$/, 365 * 86_400],
];

/** How long ago a card says that its ad was published or renewed, and how exactly; null for words that nobody knows. */
export function ageOf(words: string): { seconds: number; precisionSeconds: number } | null {
  const text = words.trim().toLowerCase();
  if (text === 'i går') return { seconds: 86_400, precisionSeconds: 86_400 };
  if (text === 'i dag' || text === 'nu') return { seconds: 0, precisionSeconds: 86_400 };
  for (const [pattern, unit] of agePatterns) {
    const count = pattern.exec(text)?.[1];
    if (count) return { seconds: Number(count) * unit, precisionSeconds: unit };
  }
  return null;
}

/** What a badge over an ad says of it: "Solgt" is sold, "Inaktiv" and "Udløbet" are withdrawn. */
export function availabilityIn(words: string): 'sold' | 'hidden' | null {
  const text = words.trim().toLowerCase();
  if (/^(?:solgt|såld|sold)$/.test(text)) return 'sold';
  return /^(?:inaktiv|udløbet|utløpt|inaktiverad)$/.test(text) ? 'hidden' : null;
}
