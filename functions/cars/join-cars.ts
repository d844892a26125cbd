import { isForSale } from '#core/cars/listing-life.ts';
import {
  type CarTraits,
  canHoldBoth,
  isSameByLikelyPlate,
  isSameByNumber,
  isSameByPhotos,
  mergeCars,
  survivorOf,
  traitsOf,
} from '#core/cars/same-car.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import {
  findLooks,
  isCommonPicture,
  isFindable,
  readPictures,
  rememberLooks,
  rememberPictures,
} from './look-store.ts';
import {
  type CarNumber,
  claimNumber,
  getCar,
  getCars,
  giveNumber,
  ownerOfNumber,
  type StoredCar,
  storeMerged,
} from './store.ts';

export const traitsOfStored = ({ car, source }: StoredCar): CarTraits =>
  traitsOf(car, [source.listing, ...(source.others ?? [])], source.identification.isTyped);

const numbersOf = ({ plate, vin }: CarTraits): CarNumber[] => [
  ...(plate !== null ? [{ kind: 'PLATECAR', value: plate } as const] : []),
  ...(vin !== null ? [{ kind: 'VINCAR', value: vin } as const] : []),
];

/** The car with this plate or chassis number, unless the two cars contradict each other. */
async function findByNumber(carId: string, traits: CarTraits): Promise<StoredCar | null> {
  for (const number of numbersOf(traits)) {
    const owner = await claimNumber(number, carId);
    const known = owner === carId ? null : await getCar(owner, null);
    if (owner !== carId && !known) await giveNumber(number, carId);
    if (!known || known.car.id === carId || known.source.isWitnessed) continue;
    if (isSameByNumber(traitsOfStored(known), traits)) return known;
    log.warn('two ads have one plate or chassis number and contradict each other', {
      carId,
      otherCarId: known.car.id,
    });
  }
  return findByLikelyPlate(carId, traits);
}

/** For use while the register does not answer: the car with the same likely plate, if everything else fits. */
async function findByLikelyPlate(carId: string, traits: CarTraits): Promise<StoredCar | null> {
  if (traits.plate !== null || traits.likelyPlate === null) return null;
  const owner = await ownerOfNumber({ kind: 'PLATECAR', value: traits.likelyPlate });
  const known = owner === null ? null : await getCar(owner, null);
  if (!known || known.car.id === carId || known.source.isWitnessed) return null;
  return isSameByLikelyPlate(traitsOfStored(known), traits) ? known : null;
}

/** The car with the same photos, kind, mileage and place. */
async function findByPhotos(carId: string, traits: CarTraits): Promise<StoredCar | null> {
  if (!isFindable(traits)) return null;
  const { photoHashes } = traits;
  const nowMs = clock.now().getTime();
  const pictures = await readPictures(photoHashes);
  await rememberLooks(carId, traits, nowMs);
  const near = await getCars(await findLooks(carId, traits));
  const twin = near.find((stored) => {
    if (stored.car.id === carId || stored.source.isWitnessed || !isForSale(stored.car)) return false;
    const isCommon = (hash: string) => isCommonPicture(pictures, hash, [carId, stored.car.id]);
    return isSameByPhotos(traitsOfStored(stored), traits, isCommon);
  });
  await rememberPictures(twin?.car.id ?? carId, photoHashes, pictures, nowMs);
  return twin ?? null;
}

/**
 * Another stored car of the catalog that is the same by plate, chassis number or photos; null when there is none. Also makes
 * this car findable by them. Idempotent.
 */
export const findTwin = async (carId: string, traits: CarTraits): Promise<StoredCar | null> =>
  (await findByNumber(carId, traits)) ?? (await findByPhotos(carId, traits));

const attempts = 4;

/** Merges two stored cars. Null when either was changed concurrently. */
async function mergeStored(one: StoredCar, other: StoredCar): Promise<StoredCar | null> {
  const now = clock.now().toISOString();
  const [stays, goes] = survivorOf(one, other);
  const after = mergeCars(stays, goes, now);
  if (!(await storeMerged(after, stays, goes))) return null;
  log.info('two cars turned out to be one', { carId: goes.car.id, otherCarId: stays.car.id });
  return { ...after, version: stays.version + 1 };
}

/**
 * Merges a stored car of the catalog with duplicates that were stored under other ids (its plate or photos came late, or two
 * imports stored it at once). Returns the car as it is then. Idempotent: a merge is one transaction, and an interrupted run
 * is repeated.
 */
export async function joinCar(carId: string): Promise<StoredCar | null> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, null);
    // Cars brought by witnesses are never merged: nobody may change another person's car that way.
    if (!stored || stored.source.isWitnessed || !isForSale(stored.car)) return stored;
    const twin = await findTwin(stored.car.id, traitsOfStored(stored));
    if (!twin || !isForSale(twin.car) || !canHoldBoth(stored.car, twin.car)) return stored;
    const merged = await mergeStored(stored, twin);
    // There may be a third duplicate.
    if (merged) carId = merged.car.id;
  }
  return getCar(carId, null);
}
