import { weighYear } from './claims.ts';
import { clausesOf } from './clauses.ts';

/**
 * The model year in a title. Words that the model's name has used up ("Peugeot 2008") are given and count
 * for nothing, once each; a year that is called one ("årgang 2013", "årg. 13") wins over a bare figure.
 */
export function yearInTitle(title: string, modelWords: string[]): number | null {
  const rest = modelWords.reduce((text, word) => withoutWord(text, word), title);
  const { value, others } = weighYear(clausesOf(rest, 'title'), 1);
  return value ?? (others.length > 0 ? null : dashedYear(rest));
}

/** "Volvo V70 -08", as Swedes write it, and "Golf '13"; between 1980 and 2029. */
function dashedYear(text: string): number | null {
  const found = /(?<=\s)(?:-|'|’)([0-289]\d)(?=[\s,.]|$)/.exec(text)?.[1];
  return found === undefined ? null : Number(found) + (Number(found) < 50 ? 2000 : 1900);
}

/** Without the last occurrence of a word: in "2016 Peugeot 2008" the first figure is the year. */
function withoutWord(text: string, word: string): string {
  for (let at = text.lastIndexOf(word); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(word, at - 1)) {
    const end = at + word.length;
    const isWhole = !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(end));
    if (isWhole) return `${text.slice(0, at)} ${nameStandIn} ${text.slice(end)}`;
  }
  return text;
}
/** Stands for a model's name: what is said before it is not said of a year behind it. */
const nameStandIn = 'modelname';
