import { describe, expect, it } from 'vitest';
import { bodyIn, bodyOfTitle } from '#core/marketplaces/ad/build-listing.ts';

describe('the body type', () => {
  it.each([
    ['Stationcar', 'estate'],
    ['st.car', 'estate'],
    ['Škoda Octavia 1,5 TSI Combi', 'estate'],
    ['Hatchback 5-d', 'hatchback'],
    ['SUV', 'suv'],
    ['CUV', 'suv'],
    ['Kassevogn', 'van'],
    ['Pick-up', 'pickup'],
    ['Coupé', 'coupe'],
    ['Peugeot 308 CC Coupé Cabriolet', 'cabriolet'],
    ['MPV', 'mpv'],
    ['Sedan', 'sedan'],
    ['Limousine', 'sedan'],
    ['VW Caddy Kombi 2,0 TDI', null],
    ['VW Bus Kombi', null],
    ['Opel Vivaro Combi kassevogn', 'van'],
    ['Andet', null],
    ['Volkswagen Golf 1,4 TSI', null],
    ['Sælges: SUV eller stationcar, ring og hør', null],
    ['Vantage', null],
    ['Savannah', null],
    [null, null],
    ['', null],
  ])('bodyIn reads %j as %j', (text, body) => {
    expect(bodyIn(text)).toBe(body);
  });

  it.each([
    ['Volkswagen', 'VW Passat 2,0 TDI Variant', 'estate'],
    ['Audi', 'Audi A4 Avant', 'estate'],
    ['BMW', '320d Touring', 'estate'],
    ['Ford', 'Focus, flot variant', null],
    ['Toyota', 'Corolla Touring Sports', 'estate'],
  ])(
    'the make %s with the title %j, which uses the make’s own word, has the body %j',
    (make, title, body) => {
      expect(bodyOfTitle({ make, title, variant: null })).toBe(body);
    },
  );

  it('the body type is also read from the lines of a form', () => {
    const car = { make: 'Kia', title: 'Kia Ceed', variant: null };
    expect(bodyOfTitle(car, ['Aircon', 'Karosseri: Stationcar'])).toBe('estate');
    expect(bodyOfTitle(car, ['Leveres med SUV-dæk'])).toBeNull();
  });
});
