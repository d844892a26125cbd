import { isForSale } from '#core/car/for-sale.ts';
import type { Job } from '#core/import/job.ts';
import { agreedAd, isWorthEntering } from '#core/import/witness.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { carIdsOf } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import { writeEntry } from '#functions/_adapters/dynamodb/entries.ts';
import { addWitness, listOtherWitnesses, withAd } from '#functions/_adapters/dynamodb/witnesses.ts';
import { contentOfPhoto } from '#functions/_adapters/photo-keys.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { sources, witnessRule } from '#functions/_runtime/settings.ts';

/**
 * Notes that a person sent the ad of one of their own cars, and sends the ad on its way into the catalog when enough others
 * have sent the same (decision 48). Safe to repeat.
 */
export async function bearWitness({ privateTo, sentBy }: Job, carId: string, requestId: string) {
  const rule = witnessRule();
  if (privateTo === null || sentBy === null || rule.accounts === 0) return;
  const own = await getCar(carId, privateTo);
  if (!own || own.car.photos.length === 0 || !isForSale(own.car)) return;
  const { listing } = own.source;
  // What may not be visited here is nobody's but its reader's (decision 47).
  if (!sources().includes(listing.source)) return;
  const now = clock.now();
  const record = await addWitness(listing, {
    ...sentBy,
    userId: privateTo,
    carId,
    sentAt: now.toISOString(),
    photos: own.car.photos.map(({ large }) => contentOfPhoto(large)),
  });
  const witness = record && (await withAd(record));
  const agreed = witness && agreedAd(witness, await listOtherWitnesses(listing, privateTo), rule, now);
  if (!agreed) return;
  const sharedId = (await carIdsOf([listing], null)).get(adIdOf(listing))!;
  const shared = await getCar(sharedId, null);
  const known = shared && {
    listing: shared.source.listing,
    isWitnessed: shared.source.isWitnessed === true,
    scrapedAt: shared.car.scrapedAt,
  };
  if (!isWorthEntering(known, agreed, now)) return;
  const jobId = await writeEntry(agreed, sharedId, now);
  await queues.identify([{ type: 'identify', jobId, carId: sharedId, requestId }]);
  log.info('an ad enters the catalog by its witnesses', { jobId, carId: sharedId });
}
