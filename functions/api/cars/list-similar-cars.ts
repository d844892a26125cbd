import { isPrivateCarId } from '#core/car/car-id.ts';
import { toCard } from '#core/car/card.ts';
import { isLocked } from '#core/car/viewer.ts';
import { wireCar } from '#core/car/wire.ts';
import { Failure } from '#core/failure.ts';
import { getCar } from '#functions/_adapters/dynamodb/cars.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { getCatalog } from './catalog-cache.ts';
import { marksOf, readViewerAndMarks } from './marks.ts';

export const handler = endpoint('GET /api/cars/{id}/similar', async ({ params }, caller) => {
  const isPrivate = isPrivateCarId(params.id);
  const [stored, [viewer, marks]] = await Promise.all([
    isPrivate && !caller ? null : getCar(params.id, isPrivate ? caller!.id : null),
    readViewerAndMarks(caller),
  ]);
  if (!stored) throw new Failure(404, 'not_found', "The car you're looking for doesn't exist.");
  const card = toCard(stored.car);
  // What resembles a locked car would tell what it is.
  if (isLocked(viewer, card)) return { cars: [] };
  const catalog = await getCatalog({ isBusy: false, heardOf: null });
  const similar = await catalog.similar(card, viewer);
  return { cars: similar.map((each) => wireCar(each, viewer, marksOf(marks, each.id))) };
});
