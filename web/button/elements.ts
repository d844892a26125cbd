import { type HandedCard, handOverLimits } from '#core/marketplaces/button/hand-over.ts';
import type { OpenedPages } from '#core/marketplaces/button/opened-pages.ts';

/** What an element shows, in one line. */
export const textOf = (element: Element | null | undefined): string | null =>
  element?.textContent?.replace(/\s+/g, ' ').trim() || null;

/** What an element shows of a seller's words, line by line. */
export function wordsOf(element: Element | null | undefined): string | null {
  if (!element) return null;
  const copy = element.cloneNode(true) as Element;
  for (const end of copy.querySelectorAll('br, p, div, li')) end.after('\n');
  return copy.textContent?.trim() || null;
}

/** The largest of the sizes that an image of a gallery is offered in, else the one that is shown. */
export function addressOf(image: HTMLImageElement): string {
  const sizes = (image.getAttribute('srcset') ?? '').split(/,\s+/).map((size) => size.trim().split(/\s+/)[0]);
  return sizes.at(-1) || (image.getAttribute('src') ?? '');
}

/** The numbers of the ads that a page links to. */
export function linkedIds(page: Document, { part, id }: OpenedPages['adLinks']): Set<string> {
  const hrefs = Array.from(
    page.querySelectorAll(`a[href*="${part}"]`),
    (link) => link.getAttribute('href') ?? '',
  );
  return new Set(hrefs.flatMap((href) => id.exec(href)?.[1] ?? []));
}

/** Cards that only say that their ads are shown. */
export const bareCards = (ids: Set<string>): HandedCard[] =>
  [...ids].slice(0, handOverLimits.cars).map((id) => ({ id, lines: [], photo: null }));

/** Kept of a page's data is what it shows: data of a search that was left without loading a page anew is of other cars. */
export function shownOf<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
  shown: Set<string>,
): Row[] {
  return shown.size === 0 ? [...rows] : rows.filter((row) => shown.has(idOf(row) ?? ''));
}
