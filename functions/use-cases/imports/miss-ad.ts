import { isOffered } from '#core/car/for-sale.ts';
import { adAmong, joinAds } from '#core/car/join-ads.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { type AdName, knownCarId } from '#functions/_adapters/dynamodb/car-ids.ts';
import { getCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { rateDraft } from '#functions/use-cases/cars/rate-listing.ts';

/** Two visits of one moment are one: a marketplace that has a bad minute says of many ads that they are gone. */
const leastApartMs = 3_600_000;

/**
 * Notes that a visit was told that an ad is gone. The second visit to be told so takes the ad off its car, which is gone with
 * it if it was the last one: with its last price, and the day on which it was missed first. Safe to repeat.
 */
export async function missAd(ad: AdName): Promise<void> {
  const carId = await knownCarId(ad);
  const stored = carId === null ? null : await getCar(carId, null);
  if (!stored || !isOffered(stored.car.availability)) return;
  const { source, car, version } = stored;
  const { missed, listing, others = [], ...known } = source;
  const gone = adAmong({ listing, others }, ad);
  if (!gone || gone.availability === 'hidden') return;
  const now = clock.now();
  if (missed?.adId !== adIdOf(ad)) {
    await storeCar(car, { ...source, missed: { adId: adIdOf(ad), at: now.toISOString() } }, version);
    return;
  }
  if (now.getTime() - Date.parse(missed.at) < leastApartMs) return;
  const ads = joinAds({ listing, others }, { ...gone, availability: 'hidden' });
  const draft = { carId: car.id, stage: 'identified' as const, ...ads, identification: known.identification };
  const after = rateDraft(draft, car, null, await loadModel(), now.toISOString(), ads.others);
  const seen = { scrapedAt: car.scrapedAt, goneAt: after.goneAt && missed.at };
  const isTaken = await storeCar(
    { ...after, ...seen },
    { ...known, listing: ads.listing, ...(ads.others.length > 0 && { others: ads.others }) },
    version,
  );
  if (isTaken) log.info('an ad is gone', { carId: car.id, isCarGone: after.goneAt !== null });
}
