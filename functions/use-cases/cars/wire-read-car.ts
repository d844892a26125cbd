import { wireCarDetail } from '#core/car/wire.ts';
import { comparablesOf } from './comparables-of.ts';
import { marksOf } from './marks.ts';
import type { ReadCar } from './read-car.ts';

/** All of a car that its reader may see. */
export const wireReadCar = async ({ car, viewer, marks, plateTypedBy }: ReadCar) =>
  wireCarDetail(car, viewer, { ...marksOf(marks, car), plateTypedBy }, await comparablesOf(car, viewer));
