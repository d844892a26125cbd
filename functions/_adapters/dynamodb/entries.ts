import { createHash } from 'node:crypto';
import { type AgreedAd, spelled } from '#core/import/witness.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { draftItem } from './draft-item.ts';
import { automaticRun, jobItem } from './job-item.ts';
import { failedCondition, put, transact } from './table.ts';

/** The same agreement of one day is one import, however many people bring it about at once. */
function entryId({ listing }: AgreedAd, now: Date): string {
  const { price, availability, mileage } = listing;
  const said = spelled([adIdOf(listing), price, availability, mileage, now.toISOString().slice(0, 10)]);
  return `entry-${createHash('sha256').update(said).digest('base64url').slice(0, 20)}`;
}

/**
 * Writes the import by which an ad enters the catalog: nobody's, of one car, with what its witnesses agree on and nothing
 * else. Returns its id, the same one where it was written before.
 */
export async function writeEntry(agreed: AgreedAd, carId: string, now: Date): Promise<string> {
  const { listing, photos } = agreed;
  const id = entryId(agreed, now);
  const at = now.toISOString();
  const job = { id, kind: 'entry', href: listing.itemUrl, linkHash: id, privateTo: null } as const;
  try {
    await transact([
      put(
        {
          ...jobItem(job, at),
          ...automaticRun(at),
          state: 'working',
          found: new Set([carId]),
          agreedPhotos: new Set(photos),
        },
        'attribute_not_exists(pk)',
      ),
      put(draftItem(id, carId, 'described', listing, now.getTime()), 'attribute_not_exists(pk)'),
    ]);
  } catch (error) {
    if (failedCondition(error) === null) throw error;
  }
  return id;
}
