import { isForSale } from '#core/car/for-sale.ts';
import { isAgreed, isOfAd, mayBeTyped, reidentified, typedIdentification } from '#core/car/typed-plate.ts';
import { getCar, type StoredCar, storeCar } from '#functions/_adapters/dynamodb/cars.ts';
import { listTypedPlates } from '#functions/_adapters/dynamodb/typed-plates.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { witnessRule } from '#functions/_runtime/settings.ts';
import { confirmPlate } from './confirm-plate.ts';
import { joinCar } from './join-car.ts';

const attempts = 4;

/** All ids under which somebody may have typed a car's plate. */
export const idsOf = ({ car }: StoredCar): string[] => [car.id, ...car.formerIds];

/**
 * Gives a shared car the plate that people agree on, or takes away one that they agree on no more. A plate that the product
 * found itself stays, whatever anybody types. Safe to repeat.
 */
export async function settlePlate(carId: string, plate: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, null);
    if (!stored || stored.source.isWitnessed || !isForSale(stored.car)) return;
    const { identification, listing } = stored.source;
    if (!mayBeTyped(identification)) return;
    const now = clock.now();
    const today = now.toISOString().slice(0, 10);
    const typed = await listTypedPlates(idsOf(stored), now);
    const isGiven = identification.plate === plate;
    const [agreed] = typed.filter((each) => each.plate === plate && isOfAd(listing, each.vehicle, today));
    if (isAgreed(plate, typed, witnessRule()) === isGiven || (!isGiven && !agreed)) return;
    // The plate that people agreed on first stays while they do.
    if (!isGiven && identification.isTyped) return;
    const after = isGiven
      ? { photos: identification.photos, ...(await confirmPlate(identification.candidate, listing)) }
      : typedIdentification(identification, agreed!);
    const car = reidentified(stored, after, now.toISOString());
    const updated = { ...car, updatedAt: now.toISOString() };
    if (!(await storeCar(updated, { ...stored.source, identification: after }, stored.version))) continue;
    log.info(isGiven ? 'people no longer agree on a plate' : 'people agree on a plate', { carId });
    if (!isGiven) await joinCar(carId);
    return;
  }
  log.warn('a car was changed faster than people could say its plate', { carId });
}
