import { type JsonObject, readAt, readObject } from '#core/marketplace/page/json-read.ts';
import { walkObjects } from './embedded-json.ts';

/** Where an item page keeps its ad: in several objects, and the photos in one of their own. */
export type ItemParts = { targets: JsonObject[]; photoSets: JsonObject[]; hasEmptyTarget: boolean };

const detailsKey = 'marketplace_product_details_page';
const photosKey = 'listing_photos';
/** One of them stands in every text in which any of these parts does. */
export const itemPartKeys = [detailsKey, photosKey] as const;

export function findItemParts(documents: readonly unknown[]): ItemParts {
  const parts: ItemParts = { targets: [], photoSets: [], hasEmptyTarget: false };
  for (const document of documents) {
    walkObjects(document, (object) => {
      const details = readObject(object, detailsKey);
      const target = readObject(details, 'target');
      if (target) parts.targets.push(target);
      else if (details && readAt(details, 'target') === null) parts.hasEmptyTarget = true;
      if (Array.isArray(object[photosKey])) parts.photoSets.push(object);
      return undefined;
    });
  }
  return parts;
}
