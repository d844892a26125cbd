import { type Sender, type Witness, witnessDays } from '#core/import/witness.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { adIdOf } from '#core/marketplace/marketplace-id.ts';
import { getCar } from './cars.ts';
import { unlessErased } from './guards.ts';
import { userKeys, witnessedAdPartition, witnessOfKey, witnessOfPrefix } from './keys.ts';
import { failedCondition, getItem, getItems, type Item, put, queryAll, transact } from './table.ts';

/** What a person is a witness of: what they sent is their own car, which holds the ad. */
export type WitnessRecord = Sender & {
  userId: string;
  carId: string;
  sentAt: string;
  photos: readonly string[];
};

/** A search shows one photo and the ad all: names of both are kept, and those sent last where there are too many. */
const mostPhotoNames = 40;
/** A few of those who sent an ad are enough to judge it by. */
const mostWitnesses = 50;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const toWitness = (item: Item): WitnessRecord => ({
  userId: textOf(item.userId),
  carId: textOf(item.carId),
  network: textOf(item.network),
  accountSince: textOf(item.accountSince),
  sentAt: textOf(item.sentAt),
  photos: textsOf(item.photos),
});

/**
 * Writes that a person sent an ad. What is known of it lies with the person, and goes with them; beside the ad lies only who
 * they are. Returns the witness as it stands now, null for an account that was erased meanwhile.
 */
export async function addWitness(ad: Listing, witness: WitnessRecord): Promise<WitnessRecord | null> {
  const adId = adIdOf(ad);
  const { userId } = witness;
  const key = userKeys.witness(userId, adId);
  const before = await getItem(key);
  const photos = [...new Set([...textsOf(before?.photos), ...witness.photos])].slice(-mostPhotoNames);
  const ttl = Math.floor(Date.parse(witness.sentAt) / 1000) + witnessDays * 86_400;
  try {
    await transact([
      unlessErased(userId),
      put({ ...key, kind: 'WITNESS', adId, ...witness, photos, ttl }),
      put({ ...witnessOfKey(adId, userId), kind: 'WITNESSOF', userId, ttl }),
    ]);
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return null;
  }
  return { ...witness, photos };
}

/** A witness with the ad as it stands in their own car; null where that car is gone. */
export async function withAd(record: WitnessRecord): Promise<Witness | null> {
  const stored = await getCar(record.carId, record.userId);
  return stored && { ...record, listing: stored.source.listing };
}

/** Whoever else sent an ad. */
export async function listOtherWitnesses(ad: Listing, userId: string): Promise<Witness[]> {
  const adId = adIdOf(ad);
  const named = await queryAll(witnessedAdPartition(adId), witnessOfPrefix);
  const others = named.map((item) => textOf(item.userId)).filter((other) => other !== userId);
  const items = await getItems(others.slice(0, mostWitnesses).map((other) => userKeys.witness(other, adId)));
  const witnesses = await Promise.all(items.map(toWitness).map(withAd));
  return witnesses.filter((witness) => witness !== null);
}
