import { foldText } from './text.ts';

const earliest = 1920;
const latest = 2049;
const yearWord =
  '(?:aargang|aarg\\.?|aar|model(?:aar)?|modelaar|fra|year|my|1\\.?\\s?reg\\.?|foerste\\s?reg\\w*\\.?|indreg\\w*\\.?)';
const labelled = new RegExp(
  `(?<![a-z])${yearWord}\\s*(?:er|:|=|-|\\s)*(?:\\d{1,2}[./-])?(?:\\d{1,2}[./-])?((?:19|20)\\d{2})(?!\\d|[.,]\\d)`,
);
const labelledShort = /(?<![a-z])(?:aargang|aarg\.?)\s*(?:er|:|=|-|'|\s)*'?(\d{2})(?![\d.,:]\d|\d)/;
const bare =
  /(?<![\d.,]|\d\s?x\s?)((?:19|20)\d{2})(?!\d|[.,]\d|\s*(?:kr|km|cc|ccm|kg|,-|hk|w\b|mah|miles|k\b))/g;
/** "synet til 2026", "nyt syn 2025", "vejafgift betalt til 2027": dates of something else. */
const otherDate =
  /(?:syn|synet|syn til|til|indtil|service|serviceret|skiftet|afgift|garanti|juni|juli|januar|februar|marts|april|maj|august|september|oktober|november|december)\W*(?:\w{1,4}\W+){0,1}(?:\d{1,2}[./-])?$/;

/**
 * The model year in a title. Words that the model's name has used up ("Peugeot 2008") are given and count
 * for nothing, once each; a label ("årgang 2013", "årg. 13") wins over a bare figure.
 */
export function yearInTitle(title: string, modelWords: string[]): number | null {
  const rest = modelWords.reduce((text, word) => withoutWord(text, word), title);
  return yearInText(rest) ?? bareYear(foldText(rest)) ?? dashedYear(rest);
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
    if (isWhole) return `${text.slice(0, at)} ~ ${text.slice(end)}`;
  }
  return text;
}

/**
 * The model year that a text names with a word for it ("Årgang 2013", "1. reg. 12/2013", "model 2013"); null
 * otherwise.
 */
export function yearInText(text: string): number | null {
  const folded = foldText(text.slice(0, 8000));
  const full = labelled.exec(folded);
  if (full && !otherDate.test(folded.slice(0, full.index))) return plausible(Number(full[1]));
  const short = labelledShort.exec(folded)?.[1];
  return short === undefined ? null : plausible(Number(short) + (Number(short) < 50 ? 2000 : 1900));
}

function bareYear(folded: string): number | null {
  for (const match of folded.matchAll(bare)) {
    if (!otherDate.test(folded.slice(Math.max(0, match.index - 40), match.index)))
      return plausible(Number(match[1]));
  }
  return null;
}

function plausible(year: number): number | null {
  return year >= earliest && year <= latest ? year : null;
}
