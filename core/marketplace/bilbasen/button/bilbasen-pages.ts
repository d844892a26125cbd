import type { OpenedPages } from '#core/marketplace/button/opened-pages.ts';
import { readId, readString } from '#core/marketplace/page/json-read.ts';
import { isBilbasenOrigin, searchParameters, shownAt } from '../bilbasen-link.ts';
import { adFields } from './kept-fields.ts';

export const bilbasenPages: OpenedPages = {
  isOwnOrigin: isBilbasenOrigin,
  kindOf: shownAt,
  parameters: searchParameters,
  fields: adFields,
  idOf: (ad) => readId(ad, 'externalId'),
  titleOf: (ad) =>
    readString(ad, 'title') ??
    (['make', 'model', 'variant'].flatMap((key) => readString(ad, key) ?? []).join(' ') || null),
  readsCards: false,
};
