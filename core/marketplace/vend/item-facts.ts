import { factsOf, type ItemFacts } from '#core/marketplace/ad/item-facts.ts';
import { firstElement } from '#core/marketplace/page/first-element.ts';
import { visibleBlocks } from '#core/marketplace/page/visible-blocks.ts';

/** The first list of facts on the page (`section.key-info-section dl`). */
export function readItemFacts(html: string): ItemFacts {
  const start = html.search(/key-info-section/);
  const section = html.slice(start === -1 ? html.search(/<dl\b/i) : start).slice(0, 20_000);
  const list = firstElement(section, ['dl'])?.content ?? '';
  const pairs = [...list.matchAll(/<dt\b[^>]*>([\s\S]*?)<\/dt\s*>[\s\S]*?<dd\b[^>]*>([\s\S]*?)<\/dd\s*>/gi)];
  return factsOf(pairs.map(([, term = '', value = '']) => [textIn(term), textIn(value)]));
}

const textIn = (markup: string): string | null => visibleBlocks(markup).join(' ').slice(0, 120) || null;
