import {
  correctSlips,
  isAbbreviation,
  type KnownWord,
  knownWord,
  type Meaning,
  type PhraseRow,
  rowsBegunBySigns,
  type Unit,
  unitOf,
} from './claim-words.ts';
import { foldText } from './text.ts';

/** A figure as it stands in a clause, and what it counts by the words beside it. */
export type Figure = {
  from: number;
  to: number;
  /** With its thousands: 189 of "189 t.km" is 189000. */
  value: number;
  /** As written, without the thousands behind it. */
  digits: string;
  unit: Unit | null;
  /** Whether the unit stands before it only ("km 189.000"). */
  isUnitBefore: boolean;
  /** "km/l", "pr. år": so much of it in one of something. */
  isRate: boolean;
  isMasked: boolean;
  isGrouped: boolean;
  hasThousands: boolean;
  /** "120-130.000". */
  isRange: boolean;
  /** The year of "06/2012", "3/5-2012" and "2012". */
  year: number | null;
  isDate: boolean;
};
export type Word = { from: number; to: number; text: string; meanings: readonly Meaning[] };
/** What a seller says in one go: between stops, commas, dashes, brackets, signs and lines. */
export type Clause = {
  /** As written, for people. */
  text: string;
  folded: string;
  place: 'title' | 'description';
  /** Whether a sentence, or a line, begins with it. */
  isStart: boolean;
  /** A question claims nothing: "Manuel eller automat? Automat!". */
  isQuestion: boolean;
  /** Whether a bracket opens it. */
  isInBrackets: boolean;
  words: readonly Word[];
  figures: readonly Figure[];
  hasDigit: boolean;
  /** Rows of phrases of which one may stand in it: the others need no search. */
  rows: ReadonlySet<PhraseRow>;
};

const mostRead = 8000;
const mostClauses = 600;
/** What goes on for longer is cut: every figure is weighed with every word of its clause. */
const longestClause = 400;
/** More words than these are an ad without stops that ends in a question. */
const longestQuestion = 7;
/** Signs that stand for nothing but a stop: bullets, arrows, smileys. */
const sign = /[^\p{L}\p{N}\p{M}\s.,:;'"’´`′/+\-–—_()[\]%€$£&*<>=~@#°²³½|!?^]/u;
const digit = /\d/;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const letter = /\p{L}/u;

/** No other character ends a clause. */
const mayStop = /[\s;!?|()[\],.:–—\u0080-\uffff-]/g;

/** The clauses of a text, in its order. Their work is bounded with the text. */
export function clausesOf(raw: string, place: Clause['place']): Clause[] {
  const text = raw
    .slice(0, mostRead)
    .normalize('NFKC')
    .replace(/(?<!\d)(\d{1,3}), (\d{3})(?=\s*(?:km|miles|mi|mls)(?![a-z]))/gi, '$1,$2')
    // "Kilometerstand (1.000 km): 121".
    .replace(/\((?:x\s?)?1[., ]?000(?:\s?km)?\)[\s:]{0,3}(\d{2,3})(?!\d|[.,]\d)/gi, ' $1.000 km ')
    .replace(/\((km|kilometer|miles|mil)\.?\)/gi, ' $1 ')
    .replace(/(?<=\d ?(?:t|tusinde?|tus)?\.? )kørte (?=km|kilometer)/gi, '')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ');
  const clauses: Clause[] = [];
  let from = 0;
  let isStart = true;
  const end = (to: number, isStop: boolean) => {
    const part = text.slice(from, to).trim();
    if (part !== '' && clauses.length < mostClauses)
      clauses.push({
        ...clauseOf(part, place, isStart),
        isQuestion: text[to] === '?' && part.split(/\s+/).length <= longestQuestion,
        isInBrackets: /[([]/.test(text[from - 1] ?? ''),
      });
    if (part !== '' || isStop) isStart = isStop;
  };
  for (const { index: at } of text.matchAll(mayStop)) {
    const isTooLong = at - from > longestClause * (/\s/.test(text[at]!) ? 1 : 2);
    const stop = isTooLong ? 'part' : stopAt(text, at);
    if (stop === null) continue;
    end(at, stop === 'sentence');
    from = at + 1;
  }
  end(text.length, true);
  return clauses;
}

export const clausesOfAd = (title: string, description: string | null): Clause[] => [
  ...clausesOf(title, 'title'),
  ...clausesOf(description ?? '', 'description'),
];

function stopAt(text: string, at: number): 'sentence' | 'part' | null {
  const code = text[at]!;
  const behind = text[at + 1] ?? '\n';
  switch (code) {
    case '\n':
    case ';':
    case '!':
    case '?':
    case '|':
      return 'sentence';
    case '(':
    case ')':
    case '[':
    case ']':
      return 'part';
    case ',':
      return digit.test(behind) && digit.test(text[at - 1] ?? '') ? null : behind === '-' ? null : 'part';
    case '.':
      return isStopAfter(text, at, behind) ? 'sentence' : null;
    case ':':
      return /(?:19|20)\d{2}$/.test(text.slice(Math.max(0, at - 4), at)) ? 'part' : null;
    case '-':
    case '–':
    case '—':
      return code === '—' || (/\s/.test(text[at - 1] ?? '\n') && /\s/.test(behind)) ? 'part' : null;
    default:
      return text.charCodeAt(at) > 0x7f && sign.test(text.slice(at, at + 2)) && !letter.test(code)
        ? 'sentence'
        : null;
  }
}

const labels: ReadonlySet<Meaning> = new Set(['modelYear', 'firstYear', 'odometer']);
/** A full stop that ends a sentence: not one of a figure or of an abbreviation. */
function isStopAfter(text: string, at: number, behind: string): boolean {
  const isInWord = !/\s/.test(behind);
  if (isInWord && !upper.test(behind)) return false;
  const before = /(\d[\s.]{0,2}(?:t[.\s]?|k\s|ts\.?|tusinde? )?)?(?<!\p{L})(\p{L}*)$/u.exec(
    text.slice(Math.max(0, at - 24), at),
  );
  const word = foldText(before?.[2] ?? '');
  const next = /\S/.exec(text.slice(at + 1, at + 4))?.[0] ?? '';
  if (isInWord) return word.length > 2 && !isAbbreviation(word);
  // "14-15. Benzin" ends a sentence, "14. maj" does not.
  if (word === '')
    return (
      !/(?<!\d)\d{1,2}$/.test(text.slice(Math.max(0, at - 3), at)) ||
      (/\d-\d{1,2}$/.test(text.slice(Math.max(0, at - 5), at)) && upper.test(next))
    );
  // "Årgang. 2004": a label, which a slip of the finger ended.
  if (digit.test(next) && knownWord(word).meanings.some((meaning) => labels.has(meaning))) return false;
  // "36 mdr. el. 60.000 km".
  const goesOn = before?.[1] !== undefined && unitOf(word) === 'time' && lower.test(next);
  if (!isAbbreviation(word) && word.length > 1) return !goesOn;
  if (word === 'el') return upper.test(next);
  if (/km\/l$/i.test(text.slice(at - 4, at))) return true;
  // "189.000 km. Nysynet": a unit ends a sentence, a label does not ("Km. 189.000").
  const isUnit =
    unitOf(word) !== null &&
    before?.[1] !== undefined &&
    !/(?<!\d[.,]?)(?:19|20)\d{2}\s\p{L}+$/u.test(text.slice(Math.max(0, at - 24), at));
  return isUnit && (upper.test(next) || digit.test(next));
}

const figurePattern =
  /(?<date>(?:\d{1,2}[./-]\s?)?\d{1,2}[./-]\s?(?:19|20)\d{2}(?![\d.]\d|\d)|(?:19|20)\d{2}[./-]\d{1,2}(?:[./-]\d{1,2})?(?!\d|[.,]\d))|(?<masked>\d{1,3}[., ]?(?:x{3}|\*{3})(?![x*\d])|\d{1,3}[.,](?:\d[x*]{2}|\d{2}[x*])(?![x*\d]))|(?<range>\d{1,3}(?:[.,]\d{3})?\s?(?:-|–|til)\s?\d{1,3}(?:[.,]\d{3}|(?=\s?t?\.?km))(?!\d))|(?<grouped>\d{1,3}(?<separator>[.,'’´`_ ])\d{3}(?:\k<separator>\d{3})*(?!\d|\k<separator>\d|[.,'’]\d))|\d+(?:[.,]\d{1,2}(?![\d]))?/g;
/** What stands behind a figure for its thousands: "189 t.km", "189t/km", "125' km", "95k miles". */
const thousandsPattern =
  /^\s?(?:(k|[td]km(?![a-z])|t\.?|ts\.?|tsd\.?|tus\.?|tusinde?|tusen|tausend|thousand|duizend|tys\.?|mil(?=\s?(?:km|kms|kilom|millas)))(?=\s?[./]?\s?(?:km|kms|kilometer|kilometros|millas|mi|mls|mil)(?![a-z])|$|[^a-z])|['’´`′](?=\s?(?:km|mi|$|\s)))[\s./]*/;
const wordPattern = /[a-z][a-z0-9]*|[€$£%"@]/g;
const unitPattern = /^[\s./+]{0,3}([a-z]+|[€$£%"]|'')(?![a-z])/;
const ratePattern =
  /^\.?\s*(?:(?:\/|pr\b\.?|per\b|paa (?:en |et )?|i |om |pro )\s*(?:l\b|lit|t\b|h\b|tim|hour|stunde|aar|year|jahr|jaar|md|mdr|maaned|manad|month|mnd|dag|uge|week|opladning|tank|stk|stuk|liter|opl)|(?:\/|pr) ?l(?![a-z])|\/ ?\d{1,3}(?![.,]?\d)|aarlig|jaehrlich|jahrlich|yearly|annual)/;

/** Words that a figure may be written to without a blank: "km189000", "årg2012". */
const gluedTo =
  /^(km|kmstand|koert|koerd|kord|kr|kun|aarg|aargang|arg|argang|model|modelaar|my|fra|bj|ez|ca|ps|hk|kw|miles|miltal|tuev|tuv|hu|syn)(\d+)$/;

function clauseOf(
  text: string,
  place: Clause['place'],
  isStart: boolean,
): Omit<Clause, 'isInBrackets' | 'isQuestion'> {
  const spelt = correctSlips(foldText(text));
  const hasDigit = digit.test(spelt);
  const folded = hasDigit
    ? spelt.replace(/(\d),-(?=\s*(km)?)/g, (_, figure, km) => (km ? figure : `${figure} kr`))
    : spelt;
  const figures = hasDigit ? figuresIn(folded) : [];
  const rows = new Set(rowsBegunBySigns(folded));
  return { text, folded, place, isStart, words: wordsIn(folded, figures, rows), figures, hasDigit, rows };
}

function wordsIn(folded: string, figures: readonly Figure[], rows: Set<PhraseRow>): Word[] {
  const words: Word[] = [];
  const known: KnownWord[] = [];
  wordPattern.lastIndex = 0;
  for (let match = wordPattern.exec(folded); match; match = wordPattern.exec(folded)) {
    const { 0: written, index: from } = match;
    const text = (digit.test(written) && gluedTo.exec(written)?.[1]) || written;
    const word = knownWord(text);
    for (const row of word.rows) rows.add(row);
    const isInFigure = figures.some((figure) => from >= figure.from && from < figure.to);
    // The "v" of "16v" is no word.
    const isOfFigure = text.length === 1 && digit.test(folded[from - 1] ?? '');
    if (isInFigure || isOfFigure) continue;
    words.push({ from, to: from + text.length, text, meanings: word.meanings });
    known.push(word);
  }
  for (let at = 0; at < known.length; at++)
    for (const { meaning, rest } of known[at]!.phrases) {
      const spoken = words.slice(at, at + 1 + rest.length);
      const [first, last] = [spoken[0]!, spoken.at(-1)!];
      if (!rest.every((next, i) => spoken[i + 1]?.text === next)) continue;
      // "Kørt 118.000 km" is no "kørt km".
      if (figures.some(({ from }) => from > first.to && from < last.from)) continue;
      for (const word of spoken) word.meanings = [...word.meanings, meaning];
    }
  return words;
}

const isLetter = /[a-z]/;
function figuresIn(folded: string): Figure[] {
  const figures: Figure[] = [];
  figurePattern.lastIndex = 0;
  for (let match = figurePattern.exec(folded); match; match = figurePattern.exec(folded)) {
    const before = folded.slice(Math.max(0, match.index - longestLabel), match.index);
    const glued = isLetter.test(before.slice(-1)) ? /[a-z]+$/.exec(before)?.[0] : undefined;
    const first = /^\d+/.exec(match[0])![0];
    const isOfWord =
      (glued !== undefined && !gluedTo.test(`${glued}${first.padEnd(2, '0')}`)) ||
      (/[a-z]-$/.test(before) && !/(?:km|aarg|bj)-$/.test(before) && first.length < 4);
    // "13.5000 km" is no figure, and 5000 none of its own.
    const isOfOther = /\d[.,]$/.test(before) && !match.groups!.date;
    // "A4 389 992 km": the figure of a name is none of those behind it.
    // "Berlingo1.6hdi90hk".
    const isPower =
      (glued?.length ?? 0) > 1 &&
      /^\d{2,3}\s?(?:hk|ps|hp)(?![a-z])/.test(folded.slice(match.index, match.index + 8));
    if (isOfOther) figurePattern.lastIndex = match.index + match[0].length;
    else if (isOfWord && !isPower) figurePattern.lastIndex = match.index + first.length;
    else figures.push(figureOf(match, folded));
  }
  return figures;
}

function figureOf(match: RegExpExecArray, folded: string): Figure {
  const { date, masked, range, grouped, separator } = match.groups!;
  const text = match[0];
  const from = match.index;
  const to = from + text.length;
  const behind = folded.slice(to, to + 40);
  const years = /(?:19|20)\d{2}/.exec(text);
  if (date !== undefined)
    return { ...noFigure, from, to, digits: text, value: Number.NaN, year: Number(years![0]), isDate: true };
  const thousands = masked === undefined ? thousandsPattern.exec(behind) : null;
  const isTkm = thousands?.[1] === 'tkm' || thousands?.[1] === 'dkm';
  const after = isTkm ? 'km' : behind.slice(thousands?.[0].length ?? 0);
  const unitText = unitPattern.exec(after);
  const isYear = /^(?:19|20)\d{2}$/.test(text) && thousands === null;
  // "2008 m. træk", "2019 L2H1": a letter behind a year is no unit.
  // "Km 104.000 HK: 141", "212.345 pk 85": the unit belongs to what stands behind it.
  const isOfNext = unitText !== null && /^\s{0,2}[:=]\s{0,2}\d/.test(after.slice(unitText[0].length));
  const known = unitText && !isOfNext && !(isYear && unitText[1]!.length === 1) ? unitOf(unitText[1]!) : null;
  const named = known === 'horsepower' && grouped !== undefined ? null : known;
  const rest = isTkm ? behind.slice(thousands![0].length) : after.slice(named ? unitText![0].length : 0);
  // "2014 km 189.000", "2014 Km-stand 189.000": the unit belongs to what stands behind it.
  const unit = isYear && named === 'km' && /^[\s.:-]*(?:stand\w*[\s.:]*)?\d/.test(rest) ? null : named;
  const [first, second] = range?.split(/\s?(?:-|–|til)\s?/) ?? [];
  const read =
    first !== undefined && second !== undefined
      ? (amountOf(second) +
          (first.length < 4 ? amountOf(first) * (second.length > 4 ? 1000 : 1) : amountOf(first))) /
        2
      : masked !== undefined
        ? Number(/^\d+/.exec(text)![0]) * 1000
        : amountOf(text);
  // "149 t" and "1,8 t" are tons as well: only beside a label are they thousands.
  const isWritten = (grouped !== undefined || range !== undefined) && read >= 10_000;
  const hasThousands = thousands !== null && !isWritten;
  const unitBefore =
    unit === null ? unitStandingBefore(folded.slice(Math.max(0, from - longestLabel), from)) : null;
  const isTon =
    thousands?.[1] !== undefined && /^t\.?$/.test(thousands[1]) && unit === null && unitBefore === null;
  const figure: Figure = {
    ...noFigure,
    from,
    to,
    digits: text,
    value: hasThousands ? read * 1000 : read,
    unit: unit ?? (isTon ? 'weight' : null) ?? unitBefore,
    isUnitBefore: unit === null && unitBefore !== null,
    isRate:
      (unit === 'km' || unit === 'mile' || unit === 'mil') &&
      ((ratePattern.test(rest) && !(read >= 1000 && /^\s*\/ ?\d/.test(rest))) ||
        /[a-z]\/$|(?<![a-z])(?:kr|l|liter|kwh|wh|eur|aar|md|mdr|kg|g)\s?\/\s?$/.test(folded.slice(0, from))),
    isMasked: masked !== undefined,
    isGrouped: grouped !== undefined,
    hasThousands,
    isRange: range !== undefined,
    year: isYear ? Number(text) : null,
  };
  // "Golf 6 125 000 km", "Mazda 3 125 t.km", "VW ID.3 204 hk": the first group belongs to what stands before it.
  const isTooMuch = separator === ' ' && figure.unit === 'km' && figure.value > 1_000_000;
  const isPower = separator === ' ' && (known === 'horsepower' || known === 'kilowatt');
  if (!isTooMuch && !isPower) return figure;
  const tail = text.slice(text.indexOf(' ') + 1);
  const value = amountOf(tail) * (hasThousands ? 1000 : 1);
  return {
    ...figure,
    from: to - tail.length,
    value,
    digits: tail,
    ...(isPower && { unit: known, isGrouped: tail.includes(' ') }),
  };
}

const noFigure: Figure = {
  from: 0,
  to: 0,
  value: 0,
  digits: '',
  unit: null,
  isUnitBefore: false,
  isRate: false,
  isMasked: false,
  isGrouped: false,
  hasThousands: false,
  isRange: false,
  year: null,
  isDate: false,
};

/** So far back a word may stand for a figure's unit. */
const longestLabel = 48;

function unitStandingBefore(before: string): Unit | null {
  const found =
    /(?<![a-z])([a-z]+|[€$£])(?:\s?stand(?:en)?)?[\s.:=-]{0,4}(?:(?:ca|er|paa|kun|cirka|omkring|nu|now)[\s.:]+)*$/.exec(
      before,
    );
  const unit = found && unitOf(found[1]!);
  if (unit !== 'km' && unit !== 'mile' && unit !== 'mil' && unit !== 'crowns') return null;
  // "118.000 km. 2019": the unit is the first figure's, unless that one is a year.
  const ahead = before.slice(0, found!.index);
  const isOfFigure =
    /(?:\d{3}|\d\s?t)[\s.]{0,2}$/.test(ahead) && !/(?<!\d[.,]?)(?:19|20)\d{2}[\s.]*$/.test(ahead);
  return isOfFigure ? null : unit;
}

/** Digits with any nation's separators: three behind the last one are thousands, one or two decimals. */
export function amountOf(digits: string): number {
  const compact = digits.replace(/[\s'’´`_]/g, '');
  return /^\d{1,3}(?:[.,]\d{3})+$/.test(compact)
    ? Number(compact.replace(/\D/g, ''))
    : Number(compact.replace(',', '.'));
}
