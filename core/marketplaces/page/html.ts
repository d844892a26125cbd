import { cleanLine } from '#core/marketplaces/ad/text.ts';

/** Pages are 2–3 MB; longer ones are truncated, so that a hostile page cannot occupy the worker. */
const maxPageLength = 16_000_000;

export type HtmlElement = { attributes: string; content: string };

export function boundPage(html: string): string {
  return html.slice(0, maxPageLength);
}

/**
 * The contents of every `<name …>…</name>`, in order, by a linear scan without a tree. Comments are skipped, and so are
 * scripts while other elements are searched for, so that markup inside them is ignored.
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

/** The opening tags of these names, in order. `next` may give the position to continue from. */
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

/** The value of an attribute in the text between a tag's name and its ">", with entities decoded; null if absent. */
export function readAttribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return found ? decodeEntities(found[1] ?? found[2] ?? found[3] ?? '') : null;
}

/** The visible lines of a piece of markup: one per text between tags. */
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
 * The position of a tag's ">", ignoring quoted ones; -1 if another tag begins first, so that a page of unclosed tags is
 * read in linear time.
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

/** Elements that begin a line of their own; all others are inline. */
const blocks = new Set(
  'div p h1 h2 h3 h4 h5 h6 li ul ol dl dt dd section header footer article main a br tr td'.split(' '),
);
/** Elements whose text is not content: buttons have the site's words, and tooltips explain them. */
const skipped = new Set('button w-button w-tooltip script style svg template noscript'.split(' '));
/** An element that is not visible, or only on hover. */
const voids = new Set('area base br col hr img input link meta source wbr'.split(' '));
const isHidden = (tag: string) => /\s(?:hidden|popover)(?=[\s=>/])|\srole=["']?tooltip\b/i.test(tag);

/** Separates two inline elements in one line. */
const side = '\u001f';

/** The visible texts of a piece of markup, one line per block element. */
export const visibleBlocks = (markup: string): string[] =>
  visibleParts(markup).map((parts) => cleanLine(parts.join(' '))!);

/** The same lines, each split into its inline parts. One pass in linear time. */
export function visibleParts(markup: string): string[][] {
  const lines: string[][] = [];
  let line = '';
  let skipping: string | null = null;
  let from = 0;
  /** Nested elements with the name of the skipped one. */
  let depth = 0;
  const flush = () => {
    const parts = line.split(side).flatMap((part) => cleanLine(decodeEntities(part)) ?? []);
    if (parts.length > 0) lines.push(parts);
    line = '';
  };
  const tags = /<!--|<(\/?)([a-z][a-z0-9-]*)\b[^<>]*>/gi;
  for (let tag = tags.exec(markup); tag; tag = tags.exec(markup)) {
    if (skipping === null) line += `${markup.slice(from, tag.index).replaceAll(side, ' ')} `;
    if (tag[0] === '<!--') {
      const close = markup.indexOf('-->', tags.lastIndex);
      if (close === -1) {
        flush();
        return lines;
      }
      tags.lastIndex = close + 3;
    }
    from = tags.lastIndex;
    const name = (tag[2] ?? '').toLowerCase();
    if (skipping === null && tag[1] === '' && !voids.has(name) && (skipped.has(name) || isHidden(tag[0]))) {
      skipping = name;
      depth = 0;
    } else if (skipping === name && tag[1] === '' && !skipped.has(name)) depth++;
    else if (skipping === name && tag[1] === '/' && depth > 0) depth--;
    else if (tag[1] === '/' && name === skipping) skipping = null;
    else if (skipping === null && blocks.has(name)) flush();
    else if (skipping === null && tag[1] === '/') line += side;
  }
  if (skipping === null) line += markup.slice(from).replaceAll(side, ' ');
  flush();
  return lines;
}

/** `content`: the text between the tags; `end`: the position after them. */
export type FoundElement = { content: string; end: number };

/**
 * The first element with this name, and this class if given, in one pass; an unclosed element ends the search. A nested
 * element of the same name ends it early.
 */
export function firstElement(
  html: string,
  names: readonly string[],
  className?: RegExp,
): FoundElement | null {
  for (const { name, attributes, end } of scanTags(html, names)) {
    if (className && !className.test(readAttribute(attributes, 'class') ?? '')) continue;
    const closing = new RegExp(`</${name}(?=[\\s>/])`, 'gi');
    closing.lastIndex = end;
    const close = closing.exec(html);
    return close && { content: html.slice(end, close.index), end: html.indexOf('>', close.index) + 1 };
  }
  return null;
}

/** The element's visible text in one line; null if it is missing or empty. */
export const textOf = (element: FoundElement | null): string | null =>
  element === null ? null : visibleBlocks(element.content).join(' ') || null;
