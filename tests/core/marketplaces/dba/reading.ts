import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { type Asked, answer, type CardParts, card, type Doc, doc, searchPage } from './pages.ts';

export const asked: Asked = { variant: '1.817.1433' };
const addressOf = (search: Asked) => `https://www.dba.dk/mobility/search/car?${new URLSearchParams(search)}`;
export const read = (html: string, search: Asked = asked, more: object = {}) =>
  dba.parsePage({ url: addressOf(search), html, status: 200, ...more });
export const readDocs = (docs: unknown[], search: Asked = asked, metadata: Doc = {}) =>
  read(searchPage({ data: answer(docs, search, metadata) }), search);
export const listingOf = (fields: Doc): Listing => {
  const [listing] = readDocs([doc(fields)]).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};
export const cardOf = (parts: CardParts): Listing => {
  const [listing] = read(searchPage({ cards: [card(parts)] })).listings;
  if (!listing) throw new Error('nothing was read');
  return listing;
};
