import { describe, expect, test } from 'vitest';
import type { Car } from '#core/car/car.ts';
import { toPricedCar } from '#core/valuation/pool.ts';

const car = {
  id: '1',
  title: 'Almo Birk 1.4 Komfort',
  priceDkk: 84_000,
  foreignPrice: null,
  make: 'Almo',
  model: 'Birk',
  variant: null,
  year: 2015,
  firstRegistration: '2015-09-14',
  mileageKm: 141_000,
  fuel: 'petrol',
  gearbox: 'manual',
  horsepower: 100,
  engineLitres: 1.4,
  sellerType: 'private',
  city: 'Odense',
  flags: [],
  scrapedAt: '2024-07-01T00:00:00.000Z',
  ownerId: null,
} as Partial<Car> as Car;

describe('what the valuation learns from', () => {
  test('takes a car with its price and the month of its first registration', () => {
    expect(toPricedCar(car)).toMatchObject({
      price: 84_000,
      month: 9,
      region: 'Odense',
      title: 'Almo Birk 1.4 Komfort',
    });
    expect(toPricedCar(car)!.observedYear).toBeCloseTo(2024.5, 2);
  });

  test.each<[string, Partial<Car>]>([
    ['a car from a page somebody dropped', { ownerId: 'someone' }],
    ['a leasing price', { flags: ['leasing'] }],
    ['a price in another currency', { foreignPrice: { amount: 9000, currency: 'EUR' }, priceDkk: 0 }],
    ['a placeholder', { priceDkk: 123_456 }],
    ['a price no car has', { priceDkk: 2_000 }],
    ['a car without a model', { model: null }],
    ['a veteran', { year: 1972, firstRegistration: null }],
    ['a car without a year', { year: null }],
  ])('leaves out %s', (_, changes) => {
    expect(toPricedCar({ ...car, ...changes })).toBeNull();
  });
});
