import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { everyCard, readCardQuery } from '#core/catalog/card-query.ts';
import { type CarQueryWire, carQuery } from '#core/contract/routes/car-parts.ts';

const now = new Date('2026-11-21T12:00:00Z');
const read = (wire: CarQueryWire) => readCardQuery(z.parse(carQuery, wire), now, null);

describe('readCardQuery', () => {
  it('an empty query asks for every car', () => {
    expect(read({})).toEqual(everyCard);
  });

  it('a query carries every filter', () => {
    const query = read({
      q: 'træk',
      minPrice: '20000',
      maxPrice: '90000',
      brand: 'Škoda, Ford',
      minYear: '2015',
      maxYear: '2020',
      maxMileage: '150000',
      fuel: 'diesel,petrol',
      gearbox: 'manual',
      seller: 'dealer',
      inspection: 'valid',
      place: 'århus',
      radius: '50',
      newSince: '2026-11-20T08:00:00Z',
      sort: 'year_desc',
      page: '3',
    });
    expect(query).toMatchObject({
      text: 'træk',
      minPriceDkk: 20_000,
      maxPriceDkk: 90_000,
      brands: ['Škoda', 'Ford'],
      minYear: 2015,
      maxYear: 2020,
      maxMileageKm: 150_000,
      fuels: ['diesel', 'petrol'],
      gearbox: 'manual',
      seller: 'dealer',
      inspectionAfter: '2026-11-21',
      near: { town: { name: 'Aarhus' }, radiusKm: 50 },
      firstSeenFrom: '2026-11-20T08:00:00.000Z',
      sort: 'year_desc',
      page: 3,
    });
  });

  it('a query for a town searches 25 km around it by default', () => {
    expect(read({ place: 'Odense' }).near?.radiusKm).toBe(25);
  });

  it('a query for an unknown town is refused with the field place', () => {
    expect(() => read({ place: 'Atlantis' })).toThrow(
      expect.objectContaining({ status: 400, code: 'invalid_input', details: { field: 'place' } }),
    );
  });
});
