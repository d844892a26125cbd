import { toCard } from '#core/car/card.ts';
import { isLocked } from '#core/car/viewer.ts';
import { wireCar } from '#core/car/wire.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { getCatalog } from '#functions/use-cases/cars/catalog-cache.ts';
import { marksOf } from '#functions/use-cases/cars/marks.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';

export const handler = endpoint('GET /api/cars/{id}/similar', async ({ params }, caller) => {
  const { car, viewer, marks } = await readCar(params.id, caller);
  const card = toCard(car);
  // What resembles a locked car would tell what it is.
  if (isLocked(viewer, card)) return { cars: [] };
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  const similar = await catalog.similar(card, viewer);
  return { cars: similar.map((each) => wireCar(each, viewer, marksOf(marks, each))) };
});
