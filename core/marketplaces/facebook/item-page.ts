import { buildListing } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';
import { isObject, type JsonObject, readAt, readId, readObject } from '#core/marketplaces/page/json-read.ts';
import { readAd, readPhotos, readSaidFields, readVehicleFields } from './ad.ts';
import { walkObjects } from './page-data.ts';
import type { PageContext } from './parse-page.ts';

/** An item page spreads its ad over several objects; the photos have one of their own. */
export type ItemParts = { targets: JsonObject[]; photoSets: JsonObject[]; hasEmptyTarget: boolean };

const detailsKey = 'marketplace_product_details_page';
const photosKey = 'listing_photos';
/** Every text that contains any of these parts contains one of these words. */
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

/** `isFound`: the page is about an item; `isGone`: it says that the item no longer exists. */
export type Item = { isFound: boolean; isGone: boolean; listing: Listing | null; rejected: Rejection[] };

/**
 * The car of an item page: `marketplace_product_details_page.target` with the id of the address, not one of the about
 * twenty "Today's picks" beside it. The site spreads it over several objects, which are merged; the first one with a field
 * wins.
 */
export function readItem(documents: unknown[], context: PageContext): Item {
  const { targets, photoSets, hasEmptyTarget } = findItemParts(documents);
  const id =
    context.itemId ?? targets.map((target) => readId(target, 'id')).find((found) => found !== null) ?? null;
  const own = targets.filter((target) => readId(target, 'id') === id);
  if (id === null || own.length === 0)
    return {
      isFound: targets.length > 0,
      isGone: hasEmptyTarget && targets.length === 0,
      listing: null,
      rejected: [],
    };
  const merged = mergeFirst(own);
  const photos = photoSets.find((set) => readId(set, 'id') === id && readPhotos(set, context).length > 0);
  const ad = readAd({ ...merged, listing_photos: photos?.listing_photos ?? merged.listing_photos }, context);
  if ('reason' in ad) return { isFound: true, isGone: false, listing: null, rejected: [ad] };
  return {
    isFound: true,
    isGone: false,
    rejected: [],
    listing: buildListing({
      ...ad,
      vehicle: readVehicleFields(merged),
      said: readSaidFields({ ...merged, listing_photos: photos?.listing_photos ?? merged.listing_photos }),
    }),
  };
}

function mergeFirst(objects: JsonObject[]): JsonObject {
  const merged = new Map<string, unknown>();
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      const known = merged.get(key);
      if (known === undefined || known === null || (Array.isArray(known) && known.length === 0))
        merged.set(key, value);
      else if (isObject(known) && isObject(value)) merged.set(key, mergeFirst([known, value]));
    }
  }
  return Object.fromEntries(merged);
}
