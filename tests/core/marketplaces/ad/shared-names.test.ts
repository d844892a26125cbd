import { describe, expect, it } from 'vitest';
import { readTitle } from '#core/marketplaces/ad/title.ts';

describe('a model name that several makes share', () => {
  it.each([
    ['308 1,6 HDi', 'Peugeot'],
    ['Ateca 1,4 TSi', 'Seat'],
    ['Continental GT 6,0 W12', 'Bentley'],
    ['DS3 1,6 HDi', 'Citroën'],
    ['DS4 1,6 HDi', 'Citroën'],
    ['DS5 1,6 HDi', 'Citroën'],
    ['E-tron 55 quattro', 'Audi'],
    ['Kalos 1,4 SE', 'Chevrolet'],
    ['Lacetti 1,6 SX', 'Chevrolet'],
    ['Leon 1,4 TSi FR', 'Seat'],
    ['M3 Cabriolet 2008 benzin', 'BMW'],
    ['Matiz 0,8 S', 'Chevrolet'],
    ['Nubira 1,6 SX stc.', 'Chevrolet'],
    ['S5 3,0 TFSi quattro', 'Audi'],
    ['S6 4,0 TFSi', 'Audi'],
    ['Sierra 2,0 GL 1988 benzin', 'Ford'],
    ['Voyager 2,8 CRDi', 'Chrysler'],
    ['Ypsilon 1,2', 'Lancia'],
  ])('%s without a make is read as the most common make: %s', (title, make) => {
    expect(readTitle(title).make).toBe(make);
  });
});
