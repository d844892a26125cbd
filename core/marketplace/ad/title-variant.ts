import { cleanLine, foldText } from './text.ts';
import type { Token } from './title-tokens.ts';

/** Words that sell and words that other fields hold: a variant ends before the first of them. */
const notVariant =
  /^(?:\d[\d.]*km|km|kr|kr\.|dkk|t\.?km|tkm|aargang|aarg|model|fra|nysynet|synet|syn|saelges|til|salg|billig|flot|paen|velholdt|super|fin|lav|med|m|kun|koert|inkl|pris|bytte|byttes|ny|nye|god|obs|ring|sommerhjul|vinterhjul)$/;

const mostWords = 8;

/**
 * What a title says after the model, without the year: "1,6 TDI 105 Comfortline". `spoken` is a word that
 * named series and engine at once ("320d").
 */
export function toVariant(tokens: Token[], spoken: string | null, year: number | null): string | null {
  const words = spoken ? [spoken] : [];
  for (const token of tokens) {
    const folded = foldText(token.text).replace(/[.:!?-]+$/, '');
    if (year && token.key.endsWith(String(year))) continue;
    if (notVariant.test(folded) || /^\d{2,3}[.,]?(?:\d{3}|xxx)$/.test(folded)) break;
    words.push(token.text);
  }
  return cleanLine(words.slice(0, mostWords).join(' '), 60);
}
