import { describe, expect, it } from 'vitest';
import type { Identification } from '#core/cars/build-car.ts';
import { mayBeTyped } from '#core/cars/typed-car.ts';

const unread: Identification = {
  ...{ photos: [], plate: null, candidate: null, vehicle: null },
  registerState: 'no_plate',
};

describe('the plate of a shared car', () => {
  it.each<[string, Partial<Identification>, boolean]>([
    ['has no plate that was found', {}, true],
    ['has one that people typed', { plate: 'AB12345', registerState: 'found', isTyped: true }, true],
    ['has one that was found', { plate: 'AB12345', registerState: 'found' }, false],
    ['has one that the register does not know', { plate: 'AB12345', registerState: 'absent' }, false],
    ['has one that waits for the register', { registerState: 'pending' }, false],
    // Items from before plates and states were always written together.
    ['is said to have none, and has one', { plate: 'AB12345' }, false],
  ])('may be typed by people where the car %s: %o', (_, known, expected) => {
    expect(mayBeTyped({ ...unread, ...known })).toBe(expected);
  });
});
