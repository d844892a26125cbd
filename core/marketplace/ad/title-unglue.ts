import { seriesOf } from './model-series.ts';
import { isEngineWord } from './title-evidence.ts';
import { entriesByKey, isModelOf, type MakeEntry, ownersByKey } from './title-index.ts';
import { keyOf, type Token } from './title-tokens.ts';

const longestGeneration = 9;
/** What people write behind a model without a blank: bodies, engines and trims. */
const tails =
  /^(?:stationcar|ev|electric|avant|sportback|sb|allroad|touring|variant|stc|stcar|sw|cw|st|combi|kombi|tdi|gl|gls|glt|tsi|tfsi|hdi|dci|cdi|cdti|crdi|tdci|tourer|grantourer|gti|gtd|gte|rs|d[2-6]|t[3-8]|aut|diesel|cabriolet|coupe|xdrive|quattro|gt)$/;
const isWord = (key: string) => ownersByKey().has(key) && /^[a-z]{3,}$/.test(key);
const seriesWord = /^(?:[1-8]\d{2}(?:d|i|e|xd|xi|ci)|[abce]\d{3})$/;
const isName = (key: string) => ownersByKey().has(key) || seriesWord.test(key);
const tokenOf = (text: string): Token => ({ text, key: keyOf(text) });

/** Words that people wrote together, taken apart where each part is a name: "vwgolf", "Golf7", "A4avant", "Polo2012". */
export function unglue(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => partsOf(token) ?? [token]);
}

function partsOf(token: Token): Token[] | null {
  const { text, key } = token;
  if (ownersByKey().has(key) || entriesByKey().has(key) || !/[a-z]/.test(key) || text.length < 3) return null;
  return (
    behindMake(text) ??
    betweenSigns(text) ??
    beforeEngine(text) ??
    (text.length === key.length ? behindModel(text) : null)
  );
}

/** "Audi-A4", "VW/Golf": a make and what it is joined to. */
function betweenSigns(text: string): Token[] | null {
  const parts = text
    .split(/[-/_]/)
    .map(tokenOf)
    .filter(({ key }) => key !== '');
  return parts.length > 1 && entriesByKey().has(parts[0]!.key) && parts[0]!.key.length > 1 ? parts : null;
}

/** "Golf1,6", "Touran2.0TDI": a displacement behind a name. */
function beforeEngine(text: string): Token[] | null {
  const found = /^(\D{2,})(\d[.,]\d.*)$/.exec(text);
  if (!found) return null;
  const name = tokenOf(found[1]!);
  const parts = isName(name.key) || entriesByKey().has(name.key) ? [name] : partsOf(name);
  return parts && [...parts, tokenOf(found[2]!)];
}

/** "vwgolf", "Audia4", "fiat500", "skodaoctaviacombi". */
function behindMake(text: string): Token[] | null {
  for (let at = text.length - 1; at >= 2; at--) {
    const [make, rest] = [tokenOf(text.slice(0, at)), text.slice(at)];
    const entry = entriesByKey().get(make.key);
    if (!entry) continue;
    if (isModelOf(entry, rest)) return [make, tokenOf(rest)];
    const parts = behindModel(rest, entry);
    if (parts) return [make, ...parts];
  }
  return null;
}

/** "Golf7", "Megane4", "A4avant", "C220cdi", "Polo2012", "V70D5". */
function behindModel(text: string, entry?: MakeEntry): Token[] | null {
  const key = keyOf(text);
  for (let at = key.length - 1; at >= (entry ? 1 : 2); at--) {
    const name = key.slice(0, at);
    const isKnown = entry
      ? entry.models.has(name) || seriesOf(entry.make.name, [{ text: name, key: name }], 0) !== null
      : isName(name);
    if (!isKnown) continue;
    const rest = text.slice(at);
    if (isTail(name, keyOf(rest)) || (entry && /^(?:[a-k]|b\d)$/.test(keyOf(rest))))
      return [tokenOf(text.slice(0, at)), tokenOf(rest)];
  }
  return null;
}

function isTail(name: string, rest: string): boolean {
  if (/^\d$/.test(rest)) return isWord(name) && Number(rest) <= longestGeneration;
  if (/^(?:(?:19|20)\d\d|i{1,3}|iv|vi{0,3})$/.test(rest)) return isWord(name);
  // "Sprinter316", "Vito111", "Defender90".
  if (/^\d{2,3}[a-z]{0,3}$/.test(rest)) return /^(?:sprinter|vito|citan|viano|defender)$/.test(name);
  if (/^i[23]0$/.test(name) && rest === 'n') return true;
  const isFigure = /^\d+$/.test(rest) || (/\d$/.test(name) && /^\d/.test(rest));
  return !isFigure && (tails.test(rest) || isEngineWord({ text: rest, key: rest }));
}
