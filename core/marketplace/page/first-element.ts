import { readAttribute, scanTags } from './html-scan.ts';
import { visibleBlocks } from './visible-blocks.ts';

/** `content`: what stands between the tags; `end`: where the page goes on behind them. */
export type FoundElement = { content: string; end: number };

/**
 * The first element of this name, with this class where one is given, in one pass: what never closes ends the search. An element of
 * the same name within it ends it early.
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

/** What the element shows, in one line; null when it is not there or shows nothing. */
export const textOf = (element: FoundElement | null): string | null =>
  element === null ? null : visibleBlocks(element.content).join(' ') || null;
