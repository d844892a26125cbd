import { toCard } from '#core/car/card.ts';
import { isLocked } from '#core/car/viewer.ts';
import { wireCar } from '#core/car/wire.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { getCatalog } from '#functions/use-cases/cars/catalog-cache.ts';
import { marksOf, readViewerAndMarks } from '#functions/use-cases/cars/marks.ts';
import { requireCar } from '#functions/use-cases/cars/reach-car.ts';

export const handler = endpoint('GET /api/cars/{id}/similar', async ({ params }, caller) => {
  const reading = readViewerAndMarks(caller);
  const { car } = await requireCar(
    params.id,
    caller,
    reading.then(([viewer]) => viewer),
  );
  const [viewer, marks] = await reading;
  const card = toCard(car);
  // What resembles a locked car would tell what it is.
  if (isLocked(viewer, card)) return { cars: [] };
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  const similar = await catalog.similar(card, viewer);
  return { cars: similar.map((each) => wireCar(each, viewer, marksOf(marks, each.id))) };
});
