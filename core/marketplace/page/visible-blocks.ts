import { cleanLine } from '#core/marketplace/ad/text.ts';
import { decodeEntities } from './html-scan.ts';

/** Elements that begin a line of their own; all others stand within one. */
const blocks = new Set(
  'div p h1 h2 h3 h4 h5 h6 li ul ol dl dt dd section header footer article main a br tr td'.split(' '),
);
/** Elements whose text is no part of what is told: buttons carry words of the site, and tooltips what they do. */
const skipped = new Set('button w-button w-tooltip script style svg template noscript'.split(' '));
/** An element that a page draws for nobody, or only beside the pointer. */
const voids = new Set('area base br col hr img input link meta source wbr'.split(' '));
const isHidden = (tag: string) => /\s(?:hidden|popover)(?=[\s=>/])|\srole=["']?tooltip\b/i.test(tag);

/**
 * The texts that a piece of markup shows, a line for each element that has one of its own. One pass, linear in its length.
 */
export function visibleBlocks(markup: string): string[] {
  const lines: string[] = [];
  let line = '';
  let skipping: string | null = null;
  let from = 0;
  /** Elements of the skipped one's own name that are open inside it. */
  let depth = 0;
  const flush = () => {
    const text = cleanLine(decodeEntities(line));
    if (text !== null) lines.push(text);
    line = '';
  };
  const tags = /<!--|<(\/?)([a-z][a-z0-9-]*)\b[^<>]*>/gi;
  for (let tag = tags.exec(markup); tag; tag = tags.exec(markup)) {
    if (skipping === null) line += `${markup.slice(from, tag.index)} `;
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
  }
  if (skipping === null) line += markup.slice(from);
  flush();
  return lines;
}
