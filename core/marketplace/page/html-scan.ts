/** Pages are 2–3 MB; what is longer is cut, so that a hostile page cannot hold the worker. */
const maxPageLength = 16_000_000;

export type HtmlElement = { attributes: string; content: string };

export function boundPage(html: string): string {
  return html.slice(0, maxPageLength);
}

/**
 * The contents of every `<name …>…</name>`, in order, by scanning: linear in the page's length, no tree.
 * Comments are skipped, and so is the text of scripts while other elements are looked for, so that markup
 * inside them counts for nothing.
 */
export function* scanElements(html: string, name: 'script' | 'a' | 'title'): Generator<HtmlElement> {
  const tags = scanTags(html, [name]);
  for (let tag = tags.next(); !tag.done; ) {
    const { attributes, end } = tag.value;
    const contentEnd = indexOfClosing(html, name, end);
    if (contentEnd === -1) return;
    yield { attributes, content: html.slice(end, contentEnd) };
    tag = tags.next(contentEnd);
  }
}

export type HtmlTag = {
  name: string;
  attributes: string /** Where the content after the tag begins. */;
  end: number;
};

/** The opening tags of these names, in order. Given a position by `next`, the scan goes on from there. */
export function* scanTags(
  html: string,
  names: readonly string[],
): Generator<HtmlTag, undefined, number | undefined> {
  const opening = new RegExp(`<!--|<(script|${names.join('|')})(?=[\\s>/])`, 'gi');
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const start = opening.lastIndex;
    if (match[0] === '<!--') {
      const close = html.indexOf('-->', start);
      if (close === -1) return;
      opening.lastIndex = close + 3;
      continue;
    }
    const name = match[1]!.toLowerCase();
    const tagEnd = endOfTag(html, start);
    if (tagEnd === -1) continue;
    const end = tagEnd + 1;
    const resumeAt = names.includes(name)
      ? yield { name, attributes: html.slice(start, tagEnd), end }
      : undefined;
    const next = resumeAt ?? (name === 'script' ? indexOfClosing(html, name, end) : end);
    if (next === -1) return;
    opening.lastIndex = next;
  }
}

function indexOfClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s>/])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? -1;
}

/**
 * The value of an attribute in the text between a tag's name and its ">", entities decoded; null when it is
 * absent.
 */
export function readAttribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return found ? decodeEntities(found[1] ?? found[2] ?? found[3] ?? '') : null;
}

/** The lines of text that a piece of markup shows: one per run between tags. */
export function textRuns(markup: string): string[] {
  const pieces = markup.slice(0, 20_000).split(/<[^<>]*>/);
  return pieces.map((piece) => decodeEntities(piece).trim()).filter((text) => text !== '');
}

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  middot: '·',
  aelig: 'æ',
  oslash: 'ø',
  aring: 'å',
};

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, named) => {
    if (named)
      return Object.hasOwn(namedEntities, named.toLowerCase()) ? namedEntities[named.toLowerCase()]! : whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/**
 * Where a tag's ">" stands, quotes respected; -1 when another tag begins before, so that a page of tags that
 * never close costs no more than its length.
 */
function endOfTag(html: string, from: number): number {
  let quote = '';
  const limit = Math.min(html.length, from + 20_000);
  for (let i = from; i < limit; i++) {
    const letter = html[i]!;
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return i;
    else if (letter === '<') return -1;
  }
  return -1;
}
