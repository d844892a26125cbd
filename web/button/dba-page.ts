import { handOverLimits } from '#core/marketplaces/button/hand-over.ts';
import { keepFields, type OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import {
  availabilityIn,
  readEncodedJson,
  saysThatThereIsNone,
  searchStateOf,
} from '#core/marketplaces/dba/ad.ts';
import { readAt, readNumber, readObject } from '#core/marketplaces/page/json-read.ts';
import type { Found } from './collect-page.ts';
import { addressOf, bareCards, linkedIds, shownOf, textOf, wordsOf } from './elements.ts';

export function dbaSearch(page: Document, { fields, idOf, adLinks }: OpenedPages): Found {
  const scripts = page.querySelectorAll('script[data-react-query-state]');
  const state = searchStateOf(Array.from(scripts, ({ textContent }) => textContent ?? ''));
  const shown = linkedIds(page, adLinks);
  const docs = (state?.docs ?? []).map((doc) => keepFields(doc, fields));
  const ads = shownOf(docs, idOf, shown).slice(0, handOverLimits.cars);
  const total = readNumber(state?.metadata, 'result_size', 'match_count');
  const isEnd = readAt(state?.metadata, 'is_end_of_paging');
  return {
    ads,
    cards: bareCards(shown),
    hasNoResults: total === 0,
    // Data of a search that was left says nothing of this one.
    ...(ads.length === docs.length && {
      ...(total !== null && { total }),
      ...(typeof isEnd === 'boolean' && { isLast: isEnd }),
    }),
  };
}

/** The ad on its own page: the properties of its root element and what the elements show, without the similar cars below. */
export function dbaAd(page: Document, id: string, { fields }: OpenedPages): Found {
  const heading = page.querySelector('h1');
  if (!heading) return { ads: [], cards: [], hasNoResults: false };
  if (saysThatThereIsNone(textOf(heading) ?? ''))
    return { ads: [], cards: [], hasNoResults: false, isRemoved: true };
  const root = page.getElementById('mobility-item-page-root');
  const pairs = page.querySelectorAll('.key-info-section dt');
  const contact = page.getElementById('contact-button-data')?.textContent ?? '';
  const photos = Array.from(page.querySelectorAll<HTMLImageElement>('img'), addressOf);
  const sheet = {
    id,
    heading: textOf(heading),
    variant: textOf(heading.nextElementSibling),
    shownPrice: textOf(page.querySelector('h2 .t2, h2.t2, span.t2')),
    segment: /"segment"\s*:\s*"(PRIVATE|PROFESSIONAL)"/.exec(contact)?.[1],
    badges: badgesAbove(page, page.querySelector('.key-info-section')),
    facts: Array.from(pairs, (label) => ({ label: textOf(label), value: textOf(label.nextElementSibling) })),
    description: wordsOf(page.querySelector('div.whitespace-pre-wrap')),
    photos: photos.filter((address) => address.includes(`/item/${id}/`)),
    properties: readObject(readEncodedJson(root?.getAttribute('data-props') ?? ''), 'adData', 'ad'),
  };
  return { ads: [keepFields(sheet, fields)], cards: [], hasNoResults: false };
}

/** Badges such as "Solgt" above the facts; those below belong to similar cars. */
function badgesAbove(page: Document, facts: Element | null): string[] {
  const words = Array.from(page.querySelectorAll('span, div, p')).filter(
    (element) =>
      element.childElementCount === 0 &&
      (!facts || facts.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING),
  );
  return words.map((element) => textOf(element) ?? '').filter((text) => availabilityIn(text) !== null);
}
