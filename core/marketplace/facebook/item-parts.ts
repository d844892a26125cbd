import { walkObjects } from './embedded-json.ts';
import { type JsonObject, readAt, readObject } from './json-read.ts';

/** Where an item page keeps its ad: in several objects, and the photos in one of their own. */
export type ItemParts = { targets: JsonObject[]; photoSets: JsonObject[]; hasEmptyTarget: boolean };

/** What a text has in which any of these parts stands. */
export const itemData = /marketplace_product_details_page|listing_photos/;

export function findItemParts(documents: readonly unknown[]): ItemParts {
  const parts: ItemParts = { targets: [], photoSets: [], hasEmptyTarget: false };
  for (const document of documents) {
    walkObjects(document, (object) => {
      const details = readObject(object, 'marketplace_product_details_page');
      const target = readObject(details, 'target');
      if (target) parts.targets.push(target);
      else if (details && readAt(details, 'target') === null) parts.hasEmptyTarget = true;
      if (Array.isArray(object.listing_photos)) parts.photoSets.push(object);
      return undefined;
    });
  }
  return parts;
}
