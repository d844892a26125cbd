import * as z from 'zod/mini';
import { rows } from '../route.ts';
import { lockedCar, wireCarDetail } from './cars.ts';
import { plateOfCar, typedCar } from './typed-car.ts';

const capability = 'cars';

/** What a person is told of a car whose number plate they type. */
export const typedPlateRoutes = rows({
  'PUT /api/cars/{id}/plate': {
    name: 'type-plate',
    capability,
    auth: 'user',
    rate: 'importing',
    refuses: [409],
    needs: ['table:write', 'register-secret:read', 'users:read'],
    summary:
      'Type or correct the number plate of a car, for yourself; once others typed the same, for everybody. 409 with what the register says where it knows another car by it, unless `confirmed`.',
    body: plateOfCar,
    response: z.union([wireCarDetail, lockedCar]),
    memoryMb: 1024,
  },
  'DELETE /api/cars/{id}/plate': {
    name: 'take-plate-back',
    capability,
    auth: 'user',
    needs: ['table:write', 'register-secret:read'],
    summary: 'Take back the number plate that you typed of a car.',
    response: z.union([wireCarDetail, lockedCar]),
    memoryMb: 1024,
  },
  'POST /api/cars/check': {
    name: 'check-car',
    capability,
    auth: 'user',
    rate: 'importing',
    refuses: [404, 503],
    needs: ['table:write', 'data:read', 'register-secret:read'],
    summary:
      'Value a car by its number plate and asking price. Costs an import, once a day for a plate and a few prices of it.',
    body: typedCar,
    response: z.union([wireCarDetail, lockedCar]),
    memoryMb: 1024,
  },
});
