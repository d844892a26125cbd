import { wireCarDetail, wireTold } from '#core/car/wire.ts';
import { normalPlate } from '#core/plate/plate.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { comparablesOf } from '#functions/use-cases/cars/comparables-of.ts';
import { marksOf } from '#functions/use-cases/cars/marks.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';
import { checkPlate } from '#functions/use-cases/imports/check-plate.ts';

export const handler = endpoint('POST /api/cars/check', async ({ body }, caller) => {
  const plate = normalPlate(body.plate);
  const car = await checkPlate(caller.id, {
    plate,
    priceDkk: body.price,
    mileageKm: body.mileage ?? null,
  });
  const viewer = await readViewer(caller);
  const marks = { stars: new Set<string>(), discoveredAt: new Map<string, string>() };
  const own = marksOf(marks, car);
  const shown = wireCarDetail(car, viewer, own, await comparablesOf(car, viewer));
  return shown.locked ? { ...shown, told: wireTold(car, viewer, own.lookedAt) } : shown;
});
