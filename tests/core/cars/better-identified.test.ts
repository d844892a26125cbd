import { describe, expect, it } from 'vitest';
import type { Identification } from '#core/cars/build-car.ts';
import type { CarPhoto } from '#core/cars/car.ts';
import { betterIdentified, identifiedAgain } from '#core/cars/same-car.ts';
import { makeVehicle } from '#tests/support/make-car.ts';

const plate = 'CX41287';
const candidate = { plate, score: -2.5, widthPx: 0 };
const photos = (count: number): CarPhoto[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ small: `small-${n}`, large: `large-${n}`, blurredSmall: null, blurredLarge: null, hash: null },
  }));
const found: Identification = {
  ...{ photos: photos(2), plate, candidate, vehicle: makeVehicle({ plate }), registerState: 'found' },
};
const none: Identification = {
  ...{ photos: photos(5), plate: null, candidate: null, vehicle: null, registerState: 'no_plate' },
};
const silent: Identification = { ...none, candidate, registerState: 'pending' };
const typed: Identification = { ...found, plate: 'ZX48217', isTyped: true };

describe('betterIdentified', () => {
  it('keeps the plate that the register confirmed, with the larger set of photos', () => {
    for (const other of [none, silent]) {
      expect(betterIdentified(found, other)).toEqual({ ...found, photos: other.photos });
      expect(betterIdentified(other, found)).toEqual({ ...found, photos: other.photos });
    }
  });

  it('prefers a confirmed plate to a typed one, and a typed one to none', () => {
    expect(betterIdentified(typed, found).plate).toBe(found.plate);
    expect(betterIdentified(none, typed).plate).toBe(typed.plate);
  });

  it('keeps the first of two equally certain plates', () => {
    const other = { ...found, plate: 'ZX48217' };
    expect(betterIdentified(found, other).plate).toBe(found.plate);
    expect(betterIdentified(other, found).plate).toBe(other.plate);
  });
});

describe('identifiedAgain', () => {
  it('a confirmed plate survives a reading without a plate or a silent register', () => {
    for (const seen of [none, silent, { ...silent, plate }])
      expect(identifiedAgain(found, seen)).toEqual({ ...found, photos: seen.photos });
  });

  it('a confirmed plate is dropped when the register does not know it any more', () => {
    const absent: Identification = { ...silent, plate, registerState: 'absent' };
    expect(identifiedAgain(found, absent)).toEqual(absent);
    expect(identifiedAgain(found, { ...absent, plate: 'ZX48217' }).plate).toBe(found.plate);
  });

  it('a confirmed plate is replaced by another confirmed one', () => {
    const seen = { ...found, plate: 'ZX48217', photos: [] };
    expect(identifiedAgain(found, seen)).toEqual({ ...seen, photos: found.photos });
  });

  it('a typed plate is not kept by identifiedAgain, since another rule decides about it', () => {
    expect(identifiedAgain(typed, none)).toEqual(none);
    expect(identifiedAgain(typed, { ...none, photos: [] }).photos).toEqual(typed.photos);
  });
});
