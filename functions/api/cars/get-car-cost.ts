import { isLocked } from '#core/car/viewer.ts';
import { lockedStub } from '#core/car/wire.ts';
import { readEnergyPrices } from '#core/cost/energy-prices.ts';
import { usualKmPerYear } from '#core/cost/usual-km.ts';
import { wireCostOf } from '#core/cost/wire-cost.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { setting } from '#functions/_runtime/env.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { readCar } from '#functions/use-cases/cars/read-car.ts';

export const handler = endpoint('GET /api/cars/{id}/cost', async ({ params, query }, caller) => {
  const { car, viewer } = await readCar(params.id, caller);
  if (isLocked(viewer, { deal: car.rating.deal })) return lockedStub(car.id);
  return wireCostOf(car, viewer, loadModel, {
    kmPerYear: query.km ?? usualKmPerYear,
    now: clock.now().toISOString(),
    prices: readEnergyPrices(setting('ENERGY_PRICES')),
  });
});
