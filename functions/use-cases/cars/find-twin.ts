import { isForSale } from '#core/car/for-sale.ts';
import {
  type CarTraits,
  isSameByLikelyPlate,
  isSameByNumber,
  isSameByPhotos,
  traitsOf,
} from '#core/car/same-car.ts';
import {
  findLooks,
  isCommonPicture,
  isFindable,
  readPictures,
  rememberLooks,
  rememberPictures,
} from '#functions/_adapters/dynamodb/car-looks.ts';
import { getCar, getCars, type StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import {
  type CarNumber,
  claimNumber,
  giveNumber,
  ownerOfNumber,
} from '#functions/_adapters/dynamodb/plate-cars.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';

export const traitsOfStored = ({ car, source }: StoredCar): CarTraits =>
  traitsOf(car, [source.listing, ...(source.others ?? [])], source.identification.isTyped);

const numbersOf = ({ plate, vin }: CarTraits): CarNumber[] => [
  ...(plate !== null ? [{ kind: 'PLATECAR', value: plate } as const] : []),
  ...(vin !== null ? [{ kind: 'VINCAR', value: vin } as const] : []),
];

/** The car that has this one's plate or chassis number, and nothing against being the same. */
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

/** While the register does not answer: the car whose plate this one's seems to be, where everything else fits. */
async function findByLikelyPlate(carId: string, traits: CarTraits): Promise<StoredCar | null> {
  if (traits.plate !== null || traits.likelyPlate === null) return null;
  const owner = await ownerOfNumber({ kind: 'PLATECAR', value: traits.likelyPlate });
  const known = owner === null ? null : await getCar(owner, null);
  if (!known || known.car.id === carId || known.source.isWitnessed) return null;
  return isSameByLikelyPlate(traitsOfStored(known), traits) ? known : null;
}

/** The car that shows the same photos, of the same kind, mileage and place. */
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
 * Another stored car of the catalog that is the same one by its plate, its chassis number or its photos; null where there is
 * none. It can be found itself from then on. Safe to repeat.
 */
export const findTwin = async (carId: string, traits: CarTraits): Promise<StoredCar | null> =>
  (await findByNumber(carId, traits)) ?? (await findByPhotos(carId, traits));
