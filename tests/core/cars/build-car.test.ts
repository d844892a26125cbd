import { describe, expect, it } from 'vitest';
import { buildCar, type Identification } from '#core/cars/build-car.ts';
import { identifiedAs, makeCar, makeListing, makeVehicle } from '#tests/support/make-car.ts';

const now = '2026-11-21T08:00:00.000Z';
const identified = (fields: Partial<Identification> = {}) => ({ ...identifiedAs(), ...fields });

describe('buildCar', () => {
  it('a car takes measured fields from the register and the seller’s fields from the ad', () => {
    const car = buildCar('1', makeListing({ horsepower: 140, color: 'rød' }), identified(), null, null, now);
    expect(car).toMatchObject({
      horsepower: 150,
      color: 'Blå',
      priceDkk: 149_900,
      mileageKm: 111_000,
      make: 'Škoda',
    });
    expect(car).toMatchObject({
      firstRegistration: '2019-03-14',
      lastInspection: '2025-03-11',
      kmPerLitre: 20.4,
    });
  });

  it('a car keeps the range that its ad lists beside the equipment that the register knows', () => {
    const listing = makeListing({ specifications: ['Rækkevidde: 450 km', 'Aircondition'] });
    const vehicle = makeVehicle({ equipment: ['Klimaanlæg'] });
    const car = buildCar('1', listing, identified({ vehicle }), null, null, now);
    expect(car.equipment).toEqual(['Klimaanlæg', 'Rækkevidde: 450 km']);
  });

  it('a misread plate gives a car no data of another make', () => {
    const vehicle = makeVehicle({ make: 'Toyota', horsepower: 72 });
    const car = buildCar('1', makeListing(), identified({ vehicle }), null, null, now);
    expect(car).toMatchObject({ make: 'Škoda', horsepower: 150, firstRegistration: null });
    expect(car.facts.map((fact) => fact.kind)).toContain('make_differs');
  });

  it('a foreign price is stored as it is, without a price in kroner', () => {
    const car = buildCar(
      '1',
      makeListing({ price: { amount: 15, currency: 'USD' } }),
      identified(),
      null,
      null,
      now,
    );
    expect(car).toMatchObject({ priceDkk: 0, foreignPrice: { amount: 15, currency: 'USD' } });
  });

  it('a car keeps its first sighting, photos and price history when its ad is read again', () => {
    const before = makeCar({ priceHistory: [{ at: '2026-11-02T10:00:00.000Z', priceDkk: 155_000 }] });
    const car = buildCar('1', makeListing({ photoUrls: [] }), identified(), before, null, now);
    expect(car.firstSeenAt).toBe(before.firstSeenAt);
    expect(car.photos).toEqual(before.photos);
    expect(car.priceHistory.map(({ priceDkk }) => priceDkk)).toEqual([155_000, 149_900]);
    const again = buildCar('1', makeListing(), identified(), makeCar(car), null, now);
    expect(again.priceHistory).toHaveLength(2);
  });
});
