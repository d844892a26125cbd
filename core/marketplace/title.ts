import { type CarMake, carMakes } from './makes.ts';
import { cleanLine, foldText } from './text.ts';
import { yearInTitle } from './year.ts';

export type TitleFacts = {
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
};

type Token = { text: string; key: string };
type Named = { name: string; key: string };
type MakeEntry = { make: CarMake; keys: string[]; models: Named[] };

const entries: MakeEntry[] = carMakes.map((make) => ({
  make,
  keys: [make.name, ...make.aliases].map(keyOf),
  models: make.models.map((name) => ({ name, key: keyOf(name) })),
}));
/** Makes that are words of their own ("car seat", "mini bike"): believed at the start of a title or before one of their models. */
const ambiguousMakes = new Set([
  'Seat',
  'MINI',
  'Smart',
  'DS',
  'MG',
  'RAM',
  'Land Rover',
  'Genesis',
  'Lotus',
  'Lincoln',
  'Rover',
]);
/** Models that name their make without it ("Golf 1.6 TDI"); those that are everyday words or other goods are left out. */
const everydayWords = new Set(
  'accord across adam alto amazon avenger born bravo caddy california capri charger colt combo compass coupe cube daily delta edge escort expert explorer focus fusion galaxy idea insight jazz journey junior legend leon logan master matrix midget move multipla musa mustang note omega orion outback panda partner patrol patriot picnic polo prelude puma pulsar ranger rapid roadster rocks roma samara scala sierra soul spark spider splash spring sprinter swift symbioz trax transit tourer traveller vision volt wind'.split(
    ' ',
  ),
);
const modelOwners = indexModels();

/**
 * Make, model, variant and year from an ad's title: "2013 BMW X5 · xDrive50i Sport Utility 4D", "VW Golf VII 1,4 TSi 125", "Golf 1.6 TDI årg. 2012".
 * Names come back as `makes.ts` spells them; series that are named by figures become "3-serie" and "C-Klasse". What the title does not say is null.
 */
export function readTitle(title: string): TitleFacts {
  const tokens = tokenise(title);
  const found = findMake(tokens) ?? findByModel(tokens);
  if (!found) return { make: null, model: null, variant: null, year: yearInTitle(title, []) };
  const { entry, next } = found;
  const model = findModel(entry, tokens, next);
  const rest = tokens.slice(model ? model.next : next);
  const year = yearInTitle(
    title,
    model ? tokens.slice(model.from, model.next).map((token) => token.text) : [],
  );
  return {
    make: entry.make.name,
    model: model?.name ?? null,
    variant: toVariant(rest, model?.spoken ?? null, year),
    year,
  };
}

/** The product's spelling of a make ("VOLKSWAGEN", "vw" → "Volkswagen"); null for one it does not know. */
export function canonicalMake(text: string): string | null {
  const key = keyOf(text);
  return entries.find((entry) => entry.keys.includes(key))?.make.name ?? null;
}

/** The product's spelling of a make's model and what else the text says ("golf vi 2.0tdi" → "Golf", "vi 2.0tdi"); null for an unknown one. */
export function canonicalModel(make: string, text: string): { model: string; rest: string | null } | null {
  const entry = entries.find((candidate) => candidate.make.name === make);
  if (!entry) return null;
  const tokens = tokenise(text);
  const found = findModel(entry, tokens, 0);
  return found && found.from === 0
    ? { model: found.name, rest: toVariant(tokens.slice(found.next), found.spoken, null) }
    : null;
}

function keyOf(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9#+]/g, '')
    .replace(/^\+|^#(?=[a-z])/, '');
}

function tokenise(title: string): Token[] {
  return title
    .split(/[\s·|;()!*"]+|,(?!\d)|(?<!\d),/)
    .map((text) => ({ text, key: keyOf(text) }))
    .filter((token) => token.text !== '')
    .slice(0, 60);
}

function findMake(tokens: Token[]): { entry: MakeEntry; next: number } | null {
  for (let i = 0; i < tokens.length; i++) {
    for (const length of [2, 1]) {
      const key = joinKeys(tokens, i, length);
      const entry = key === null ? undefined : entries.find((candidate) => candidate.keys.includes(key));
      if (entry && isBelievable(entry, tokens, i, i + length)) return { entry, next: i + length };
    }
    const glued = entries.find(({ keys, models }) =>
      models.some((model) => /\d$/.test(model.key) && keys.some((key) => tokens[i]!.key === key + model.key)),
    );
    if (glued) return { entry: glued, next: i };
  }
  return null;
}

function isBelievable(entry: MakeEntry, tokens: Token[], at: number, next: number): boolean {
  if (!ambiguousMakes.has(entry.make.name)) return true;
  const isFirst = tokens.slice(0, at).every((token) => /^\d{4}$/.test(token.key) || token.key === '');
  return isFirst || findModel(entry, tokens, next) !== null;
}

type FoundModel = { name: string; from: number; next: number; spoken: string | null };

function findModel(entry: MakeEntry, tokens: Token[], start: number): FoundModel | null {
  for (let from = start; from < Math.min(tokens.length, start + 4); from++) {
    const series = seriesOf(entry.make.name, tokens, from);
    if (series) return series;
    for (let length = 4; length >= 1; length--) {
      const key = joinKeys(tokens, from, length);
      if (key === null) continue;
      const bare = entry.keys.find((makeKey) => key.startsWith(makeKey) && key.length > makeKey.length);
      const named = entry.models.find(
        (model) => model.key === key || (bare !== undefined && bare + model.key === key),
      );
      // One or two figures ("Mazda 3", "Polestar 2") are a model only right after the make.
      if (named && (from === start || !/^\d{1,2}$/.test(named.key)))
        return { name: named.name, from, next: from + length, spoken: null };
    }
  }
  return null;
}

/** BMW and Mercedes-Benz name cars by series and engine in one word: the series is the model and the word stays in the variant. */
function seriesOf(make: string, tokens: Token[], at: number): FoundModel | null {
  const token = tokens[at];
  if (!token) return null;
  const pair = joinKeys(tokens, at, 2) ?? token.key;
  const found = (name: string, count: number, spoken: string | null) => ({
    name,
    from: at,
    next: at + count,
    spoken,
  });
  if (make === 'BMW') {
    const engine = /^m?([1-8])\d{2}(?:[a-z]{0,3}|xd|xi)$/.exec(token.key);
    if (engine) return found(`${engine[1]}-serie`, 1, token.text);
    if (/^[1-8](?:serie|series|er)$/.test(token.key)) return found(`${token.key[0]}-serie`, 1, null);
    return /^[1-8](?:serie|series)$/.test(pair) ? found(`${pair[0]}-serie`, 2, null) : null;
  }
  if (make !== 'Mercedes-Benz') return null;
  const spelled = /^([a-z]{1,3})(?:klasse|class)$/;
  const word = spelled.exec(token.key);
  const name = (word ?? spelled.exec(pair))?.[1]?.toUpperCase();
  if (name) return found(name.length === 1 ? `${name}-Klasse` : name, word ? 1 : 2, null);
  const code = /^([abcegsrvx])(\d{2,3})(?:[a-z]{0,4})$/;
  const single = code.exec(token.key);
  const letter = (single ?? code.exec(pair))?.[1]?.toUpperCase();
  if (letter)
    return found(
      `${letter}-Klasse`,
      single ? 1 : 2,
      single ? token.text : `${token.text}${tokens[at + 1]!.text}`,
    );
  const family = /^(cl[aceks]|gl[abcesk]?|ml|sl[ck]?|eq[abcestv])(\d{2,3}[a-z]{0,4})$/.exec(token.key);
  return family ? found(family[1]!.toUpperCase(), 1, token.text) : null;
}

function indexModels(): Map<string, MakeEntry | null> {
  const owners = new Map<string, MakeEntry | null>();
  for (const entry of entries) {
    for (const { key } of entry.models) {
      if (!/^[a-z]{4,}$/.test(key) || everydayWords.has(key)) continue;
      owners.set(key, owners.has(key) ? null : entry);
    }
  }
  return owners;
}

/** A title without a make: believed when a model of one make stands in it beside an engine, a year or a mileage. */
function findByModel(tokens: Token[]): { entry: MakeEntry; next: number } | null {
  const hasCarWords = tokens.some((token) =>
    /^\d[.,]\d|^(?:19|20)\d\d$|^\d+(?:hk|km|tkm)$|^(?:tdi|tsi|hdi|dci|hk|km)$/i.test(token.text),
  );
  if (!hasCarWords) return null;
  for (let i = 0; i < tokens.length; i++) {
    const entry = modelOwners.get(tokens[i]!.key);
    if (entry) return { entry, next: i };
  }
  return null;
}

function joinKeys(tokens: Token[], from: number, length: number): string | null {
  if (from + length > tokens.length) return null;
  const key = tokens
    .slice(from, from + length)
    .map((token) => token.key)
    .join('');
  return key === '' ? null : key;
}

/** Words that sell and words that other fields hold: a variant ends before the first of them. */
const notVariant =
  /^(?:\d[\d.]*km|km|kr|kr\.|dkk|t\.?km|tkm|aargang|aarg|model|fra|nysynet|synet|syn|saelges|til|salg|billig|flot|paen|velholdt|super|fin|lav|med|m|kun|koert|inkl|pris|bytte|byttes|ny|nye|god|obs|ring|sommerhjul|vinterhjul)$/;

function toVariant(tokens: Token[], spoken: string | null, year: number | null): string | null {
  const words = spoken ? [spoken] : [];
  for (const token of tokens) {
    const folded = foldText(token.text).replace(/[.:!?-]+$/, '');
    if (year !== null && token.key.endsWith(String(year))) continue;
    if (notVariant.test(folded) || /^\d{2,3}[.,]?(?:\d{3}|xxx)$/.test(folded)) break;
    if (words.length < 8 && folded !== '' && folded !== '-') words.push(token.text);
  }
  return cleanLine(words.join(' '), 60);
}
