import { describe, expect, it } from 'vitest';
import type { Identification } from '#core/cars/build-car.ts';
import { mayBeTyped } from '#core/cars/typed-car.ts';

const unread: Identification = {
  ...{ photos: [], plate: null, candidate: null, vehicle: null },
  registerState: 'no_plate',
};

describe('mayBeTyped', () => {
  it.each<[string, Partial<Identification>, boolean]>([
    ['has no plate that was found', {}, true],
    ['has one that people typed', { plate: 'AB12345', registerState: 'found', isTyped: true }, true],
    ['has one that was found', { plate: 'AB12345', registerState: 'found' }, false],
    ['has one that the register does not know', { plate: 'AB12345', registerState: 'absent' }, false],
    ['has one that waits for the register', { registerState: 'pending' }, false],
    // Old items, from before plate and state were always written together.
    ['has a plate although its state says that it has none', { plate: 'AB12345' }, false],
  ])('people may type the plate when the car %s: %o', (_, known, expected) => {
    expect(mayBeTyped({ ...unread, ...known })).toBe(expected);
  });
});
