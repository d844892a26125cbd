import { joinKeys, type Token } from './title-tokens.ts';

/**
 * A model found at `from`, ending before `next`; `spoken` is the word that names series and engine in one
 * and belongs to the variant.
 */
export type FoundModel = { name: string; from: number; next: number; spoken: string | null };

/**
 * BMW, Mercedes-Benz and Lexus name cars by series and engine in one word ("320d", "C 220", "CT200h"): the series is the
 * model ("3-serie", "C-Klasse", "CT") and the word stays in the variant.
 */
export function seriesOf(make: string, tokens: readonly Token[], at: number): FoundModel | null {
  if (make === 'BMW') return bmwSeries(tokens, at);
  if (make === 'Lexus') return lexusSeries(tokens[at]!, at);
  return make === 'Mercedes-Benz' ? mercedesClass(tokens, at) : null;
}

function lexusSeries({ key, text }: Token, at: number): FoundModel | null {
  const series = /^(ct|es|gs|is|lc|lm|ls|lx|nx|rc|rx|rz|sc|ux)\d{3}[a-z]{0,2}\+?$/.exec(key)?.[1];
  return series ? { name: series.toUpperCase(), from: at, next: at + 1, spoken: text } : null;
}

function bmwSeries(tokens: readonly Token[], at: number): FoundModel | null {
  const { key, text } = tokens[at]!;
  // "BMW 184 hk" and "BMW i3 120Ah" tell a power.
  const isPower =
    /^(?:hk|ps|km|tkm|nm|ah)$/.test(tokens[at + 1]?.key ?? '') || /(?:hk|ps|km|nm|ah|cm)$/.test(key);
  const engine = isPower ? null : /^m?([1-8])\d{2}[a-z]{0,3}$/.exec(key);
  if (engine) return { name: `${engine[1]}-serie`, from: at, next: at + 1, spoken: text };
  if (/^[1-8](?:serie|series|er)$/.test(key))
    return { name: `${key[0]}-serie`, from: at, next: at + 1, spoken: null };
  const pair = joinKeys(tokens, at, 2) ?? '';
  return /^[1-8](?:serie|series)$/.test(pair)
    ? { name: `${pair[0]}-serie`, from: at, next: at + 2, spoken: null }
    : null;
}

const spelledClass = /^([a-z]{1,3})(?:kl?ass?e?|class)$/;
/** "C220", "E63"; figures that do not end so, and these few, tell the body that was built ("S123", "W211"). */
const classCode = /^(?!r170|r230|s210|c140)([abcegsrvx])\d{2}0?[a-z]{0,4}$/;
const familyCode = /^(cl[aceks]?|gl[abcesk]?|ml|sl[ck]?|eq[abcestv])\d{2,3}[a-z]{0,4}\+?$/;

function mercedesClass(tokens: readonly Token[], at: number): FoundModel | null {
  for (const count of [1, 2]) {
    const key = joinKeys(tokens, at, count);
    if (key === null) break;
    const next = at + count;
    const spelled = spelledClass.exec(key)?.[1]?.toUpperCase();
    if (spelled === 'M') return { name: 'ML', from: at, next, spoken: null };
    if (spelled)
      return { name: spelled.length === 1 ? `${spelled}-Klasse` : spelled, from: at, next, spoken: null };
    const words = tokens.slice(at, next).map((token) => token.text);
    const letter = classCode.exec(key)?.[1]?.toUpperCase();
    if (letter) return { name: `${letter}-Klasse`, from: at, next, spoken: words.join('') };
    const family = familyCode.exec(key)?.[1]?.toUpperCase();
    if (family) return { name: family, from: at, next, spoken: words.join(' ') };
  }
  return null;
}
