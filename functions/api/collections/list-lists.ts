import { listCollections } from '#functions/_adapters/dynamodb/collections.ts';
import { heldIds } from '#functions/_adapters/dynamodb/merged-cars.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { markedId } from '#functions/use-cases/cars/reach-car.ts';

export const handler = endpoint('GET /api/lists', async ({ query }, caller) => {
  const asked = query.car;
  const [lists, carId] = await Promise.all([
    listCollections(caller.id, 'list'),
    asked === undefined ? null : markedId(asked, caller),
  ]);
  const ids = carId === null ? [] : await heldIds(carId);
  return {
    lists: lists.map(({ id, name, createdAt, carIds }) => ({
      id,
      name,
      count: carIds.size,
      created_at: createdAt,
      has_car: asked === undefined ? null : ids.some((each) => carIds.has(each)),
    })),
  };
});
