import { boundPage, readAttribute } from './html.ts';
import { isObject } from './json-read.ts';

/**
 * Words that help to understand a page: of the site's addresses and forms, elements, units and badges. All other words may
 * be a person's name, an address or a token.
 */
const knownWords = new Set(
  `marketplace item items search category vehicles cars login checkpoint consent captcha privacy unavailable product form email
  pass next content header main feed dialog root mount id root json application text html http https www facebook com dba dk
  kr dkk eur usd sek nok km mil miles mi tkm k sold pending solgt reserveret doctype data sjs script link button submit post get
  utf true false null undefined en da us robots nofollow noindex width device initial scale`.split(/\s+/),
);

const mostCharacters = 400_000;
const mostOfAScript = 60_000;
const mostOfAText = 200;
const mostRows = 3;
const mostDepth = 60;

/** The shape of a text: known words as they are, other letters as x, digits as 0. */
export const shapeOf = (text: string): string =>
  text
    .slice(0, mostOfAText)
    .replace(/\s+/g, ' ')
    .replace(/[\p{L}\p{M}]+/gu, (word) =>
      knownWords.has(word.toLowerCase()) ? word : 'x'.repeat(Math.min(word.length, 12)),
    )
    .replace(/\p{N}/gu, '0')
    // Other characters, such as emoji.
    .replace(/[^\x20-\x7e·–—]/gu, '?');

/** Names of data fields are the site's own, but one with digits or symbols may be an id used as a name. */
const shapeOfName = (name: string): string => (/^[A-Za-z_$]{1,60}$/.test(name) ? name : shapeOf(name));

/** Fields whose values are the site's own type and route names: "MarketplaceFeedListingStoryObject". */
const typeFields = ['__typename', 'canonicalRouteName', 'story_type'];
const isTypeName = (name: string, value: unknown): value is string =>
  typeFields.includes(name) && typeof value === 'string' && /^[A-Za-z_.]{2,100}$/.test(value);

function shapeOfValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shapeOf(value);
  if (typeof value === 'number') return 0;
  if (depth > mostDepth) return null;
  if (Array.isArray(value)) {
    const rows = value.slice(0, mostRows).map((row) => shapeOfValue(row, depth + 1));
    return value.length > mostRows ? [...rows, `+${value.length - mostRows}`] : rows;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      shapeOfName(name),
      isTypeName(name, held) ? held : shapeOfValue(held, depth + 1),
    ]),
  );
}

function shapeOfData(text: string): string {
  try {
    return JSON.stringify(shapeOfValue(JSON.parse(text), 0)).slice(0, mostOfAScript);
  } catch {
    return '"no JSON"';
  }
}

/** A tag with its attributes' values masked; classes are left out, because they are many and mean nothing. */
function shapeOfTag(name: string, attributes: string): string {
  const kept = [...attributes.matchAll(/([a-z][a-z-]{0,30})(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/gi)]
    .filter(([, attribute]) => !/^(class|style|on.*|nonce|integrity)$/i.test(attribute!))
    .map(([, attribute, value]) =>
      value === undefined ? attribute : `${attribute}="${shapeOf(value.replace(/^["']|["']$/g, ''))}"`,
    );
  return `<${[name, ...kept].join(' ')}>`;
}

/** The content of script tags: data masked, of programs only the length. */
function shapeOfScript(name: string, attributes: string, content: string): string {
  const isData = name === 'script' && /json/i.test(readAttribute(attributes, 'type') ?? '');
  return isData ? shapeOfData(content) : `/* ${content.length} */`;
}

/**
 * A copy of a page that could not be parsed, from which one can see what changed: its elements and the fields of its data,
 * with every text and value masked. It contains no personal data and is bounded. Never throws.
 */
export function studyCopy(html: string): string {
  const page = boundPage(html);
  if (/^\s*[[{]/.test(page) || page.startsWith('for (;;)'))
    return page
      .split('\n')
      .slice(0, 20)
      .map((line) => shapeOfData(line.replace(/^for \(;;\);/, '')))
      .join('\n');
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const tags = /<!--|<(\/?)([a-z][a-z0-9-]{0,30})\b([^<>]{0,8000})>/gi;
  let from = 0;
  for (let tag = tags.exec(page); tag && length < mostCharacters; tag = tags.exec(page)) {
    const text = shapeOf(page.slice(from, Math.min(tag.index, from + mostOfAText)));
    if (text.trim() !== '') add(text);
    from = tags.lastIndex;
    if (tag[0] === '<!--') {
      const close = page.indexOf('-->', from);
      if (close === -1) break;
      from = tags.lastIndex = close + 3;
      continue;
    }
    const [name, attributes] = [tag[2]!.toLowerCase(), tag[3]!];
    add(tag[1] === '/' ? `</${name}>` : shapeOfTag(name, attributes));
    if (tag[1] === '/' || (name !== 'script' && name !== 'style')) continue;
    const closing = new RegExp(`</${name}`, 'gi');
    closing.lastIndex = from;
    const end = closing.exec(page)?.index ?? page.length;
    add(shapeOfScript(name, attributes, page.slice(from, end)));
    from = tags.lastIndex = end;
  }
  return parts.join('\n').slice(0, mostCharacters);
}
