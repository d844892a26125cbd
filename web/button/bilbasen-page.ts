import { adMarks, dataScriptId, searchDataOf } from '#core/marketplaces/bilbasen/parse-page.ts';
import { handOverLimits } from '#core/marketplaces/button/hand-over.ts';
import { keepFields, type OpenedPages } from '#core/marketplaces/button/opened-pages.ts';
import { readArray, readNumber, readObject } from '#core/marketplaces/page/json-read.ts';
import type { Found } from './collect-page.ts';
import { addressOf, bareCards, linkedIds, shownOf, textOf, wordsOf } from './elements.ts';

export function bilbasenSearch(page: Document, { fields, idOf, adLinks }: OpenedPages): Found {
  const data = searchDataOf(page.getElementById(dataScriptId)?.textContent ?? '');
  const shown = linkedIds(page, adLinks);
  const rows = readArray(data, 'listings').map((row) => keepFields(row, fields));
  const ads = shownOf(rows, idOf, shown).slice(0, handOverLimits.cars);
  const total = readNumber(data, 'hits');
  const pagination = readObject(data, 'pagination');
  return {
    ads,
    cards: bareCards(shown),
    hasNoResults: data !== null && rows.length === 0,
    // Data of a search that was left says nothing of this one.
    ...(ads.length === rows.length && {
      ...(total !== null && { total }),
      ...(pagination && { isLast: !pagination.next }),
    }),
  };
}

/** An ad's own page, by the marks of its elements. Photos of similar cars stand in links to their own ads. */
export function bilbasenAd(page: Document, id: string, { fields, adLinks }: OpenedPages): Found {
  const marked = (mark: string) => Array.from(page.querySelectorAll(`[data-e2e="${mark}"]`));
  const title = textOf(marked(adMarks.title)[0]);
  if (title === null) return { ads: [], cards: [], hasNoResults: false };
  const rows = adMarks.facts.flatMap(marked).flatMap((table) => Array.from(table.querySelectorAll('tr')));
  const heading = Array.from(page.querySelectorAll('h2, h3, h4')).find(
    (one) => textOf(one) === adMarks.description,
  );
  const images = Array.from(page.querySelectorAll<HTMLImageElement>('img')).filter((image) => {
    const link = image.closest(`a[href*="${adLinks.part}"]`)?.getAttribute('href');
    return !link || adLinks.id.exec(link)?.[1] === id;
  });
  const sheet = {
    externalId: Number(id),
    title,
    shownPrice: textOf(marked(adMarks.price)[0]),
    facts: rows.map((row) => ({
      label: textOf(row.querySelector('th')),
      value: textOf(row.querySelector('td')),
    })),
    equipment: marked(adMarks.equipment).map((element) => textOf(element)),
    description: wordsOf(heading?.nextElementSibling),
    photos: images.map(addressOf),
  };
  return { ads: [keepFields(sheet, fields)], cards: [], hasNoResults: false };
}
