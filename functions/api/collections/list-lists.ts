import { currentIdsOf } from '#functions/_adapters/dynamodb/cars.ts';
import { listCollections } from '#functions/_adapters/dynamodb/collections.ts';
import { heldIds } from '#functions/_adapters/dynamodb/merged-cars.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { markedId } from '#functions/use-cases/cars/reach-car.ts';

/** Of so many cars it is looked up whether two of them turned out to be one; who keeps more keeps a longer count of them. */
const mostLookedUp = 1000;

async function currentIdsIn(lists: readonly { carIds: ReadonlySet<string> }[]) {
  const ids = new Set(lists.flatMap(({ carIds }) => (carIds.size > 1 ? [...carIds] : [])));
  return currentIdsOf([...ids].slice(0, mostLookedUp));
}

export const handler = endpoint('GET /api/lists', async ({ query }, caller) => {
  const asked = query.car;
  const [lists, carId] = await Promise.all([
    listCollections(caller.id, 'list'),
    asked === undefined ? null : markedId(asked, caller),
  ]);
  const [current, ids] = await Promise.all([currentIdsIn(lists), carId === null ? [] : heldIds(carId)]);
  return {
    lists: lists.map(({ id, name, createdAt, carIds }) => ({
      id,
      name,
      count: new Set([...carIds].map((each) => current.get(each) ?? each)).size,
      created_at: createdAt,
      has_car: asked === undefined ? null : ids.some((each) => carIds.has(each)),
    })),
  };
});
