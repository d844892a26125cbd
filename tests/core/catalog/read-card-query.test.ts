import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { everyCard, readCardQuery } from '#core/catalog/card-query.ts';
import { foldText, hasAvoided, isPlateSearch, readAvoided, readSearch } from '#core/catalog/fold-text.ts';
import { nearestPosition, priceAt, priceStepOf } from '#core/catalog/number-filters.ts';
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

describe('readSearch and foldText', () => {
  it.each([
    ['', []],
    [' – ! ', []],
    ['Golf', [['golf']]],
    ['VW  golf', [['vw', 'golf']]],
    ['AB 12 345', [['ab', '12', '345'], ['ab12345']]],
    ['ab12 345', [['ab12', '345'], ['ab12345']]],
    ['AB12345', [['ab12345']]],
    ['golf AB 12 345', [['golf', 'ab', '12', '345']]],
  ])('the search text %j asks for %j', (text, lists) => {
    expect(readSearch(text)).toEqual(lists);
  });

  it.each([
    ['Rødkærsbro', 'roedkaersbro'],
    ['Århus', 'aarhus'],
    ['Citroën', 'citroen'],
    ['Škoda Superb', 'skoda superb'],
    ['1,6 TDI', '1 6 tdi'],
  ])('%s is folded to %s, also in capitals', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(text.toUpperCase())).toBe(folded);
  });
});

describe('isPlateSearch', () => {
  it.each([
    ['AB 12 345', true],
    ['ab12345', true],
    ['AB-12-345', true],
    ['Golf AB 12 345', false],
    ['Audi', false],
    ['', false],
  ])('whether %j is a plate alone: %s', (text, isPlate) => {
    expect(isPlateSearch(text)).toBe(isPlate);
  });
});

describe('readAvoided and hasAvoided', () => {
  const text = foldText('Sælges med RUSTSKADE, skiftet kobling. Ærø-café');

  it.each([
    ['rustskade', true],
    ['Rustskade!', true],
    ['rust', false],
    ['skade', false],
    ['kobling skiftet', true],
    ['kobling defekt', false],
    ['ÆRØ', true],
    ['cafe', true],
    [' – ', false],
  ])('whether a text is avoided by %j: %s', (entry, isAvoided) => {
    expect(hasAvoided(text, readAvoided([entry]))).toBe(isAvoided);
    expect(hasAvoided(text, readAvoided(['nothing', entry]))).toBe(isAvoided);
  });
});

describe('the price slider', () => {
  // docs/spec.md, section 5.
  it.each([
    [0, 0],
    [25, 50_000],
    [50, 100_000],
    [51, 120_000],
    [75, 550_000],
    [100, 1_000_000],
  ])('the price slider maps position %i to %i DKK', (position, price) => {
    expect(priceAt(position)).toBe(price);
  });

  // docs/spec.md, section 5.
  it('the price slider rounds prices above 100,000 to 10,000 and grows with the position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (position) => {
        expect(priceAt(position + 1)).toBeGreaterThan(priceAt(position));
        if (position > 50) expect(priceAt(position) % 10_000).toBe(0);
      }),
    );
  });

  it('the price slider finds the position of a price, and the histogram has a bar for every price', () => {
    for (let position = 0; position <= 100; position++)
      expect(nearestPosition(priceAt(position))).toBe(position);
    expect([priceStepOf(0), priceStepOf(5_000_000)]).toEqual([0, 99]);
  });
});
