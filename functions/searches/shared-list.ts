import { type Car, isLocked, isPrivateCarId } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { type HuntWords, joinHunted } from '#core/cars/hunt.ts';
import { lockedStub, wireCar } from '#core/cars/wire.ts';
import type { SharedListWire } from '#core/contract/routes/collections.ts';
import { listHunt } from '#functions/cars/hunt-store.ts';
import { marksOf, readViewer, readViewerAndMarks } from '#functions/cars/read-car.ts';
import { getCars } from '#functions/cars/store.ts';
import type { Caller } from '#functions/platform/caller.ts';
import { getSharedList, type ListName } from './share-store.ts';

/** What a person keeps about these cars, under any of a car's ids. */
async function huntOf(
  person: string | null,
  cars: readonly Car[],
): Promise<(id: string) => HuntWords | null> {
  const entries = person === null ? [] : await listHunt(person);
  const present = new Map(cars.flatMap(({ id, formerIds }) => formerIds.map((former) => [former, id])));
  const joined = joinHunted(
    entries.map(({ carId, note, stage, day }) => ({ id: present.get(carId) ?? carId, note, stage, day })),
  );
  const byId = new Map(joined.map(({ id, ...words }) => [id, words]));
  return (id) => byId.get(id) ?? null;
}

/** A shared list as its owner or the partner sees it; null for anybody else. */
export async function readSharedList(name: ListName, caller: Caller): Promise<SharedListWire | null> {
  const list = await getSharedList(caller.id, name);
  if (!list) return null;
  const isOwner = caller.id === name.owner;
  const other = isOwner ? list.partnerId : name.owner;
  const ids = [...list.carIds].filter((id) => !isPrivateCarId(id));
  const [[own, marks], theirs, stored] = await Promise.all([
    readViewerAndMarks(caller),
    other === null ? null : readViewer({ id: other }),
    getCars(ids),
  ]);
  const cars = stored.map(({ car }) => car).toSorted((a, b) => a.priceDkk - b.priceDkk);
  const [mine, partner] = await Promise.all([huntOf(caller.id, cars), huntOf(other, cars)]);
  const both = theirs ?? own;
  const viewer = {
    id: caller.id,
    isPremium: own.isPremium && both.isPremium,
    seesEstimates: own.seesEstimates && both.seesEstimates,
  };
  const open = cars.filter(({ rating }) => !isLocked(viewer, rating));
  return {
    name: list.name,
    is_owner: isOwner,
    has_partner: list.partnerId !== null,
    cars: [
      ...open.map((car) => ({
        car: wireCar(toCard(car), viewer, marksOf(marks, car)),
        mine: mine(car.id),
        partner: partner(car.id),
      })),
      // Neither their ids nor what is written about them, which can name the car.
      ...Array.from({ length: cars.length - open.length }, (_, n) => ({
        ...{ car: lockedStub(`locked-${n + 1}`), mine: null, partner: null },
      })),
    ],
    left_out: list.carIds.size - ids.length,
  };
}
