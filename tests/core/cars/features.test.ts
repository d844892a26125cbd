import { describe, expect, it } from 'vitest';
import type { Identification } from '#core/cars/build-car.ts';
import { colorFamilies, colorFamilyOf, differInColor, featuresIn } from '#core/cars/features.ts';
import { mayBeTyped } from '#core/cars/typed-car.ts';
import { paints } from '#demo/cars/build-car.ts';

describe('featuresIn', () => {
  it.each<[string, string[]]>([
    ['Velholdt familiebil med træk.', ['towbar']],
    ['Svingbart anhængertræk og sædevarme', ['towbar', 'seat_heating']],
    ['aftag. træk', ['towbar']],
    ['TRÆK', ['towbar']],
    ['Firehjulstræk', []],
    ['Træk på alle fire hjul', []],
    ['4 hjuls træk', []],
    ['uden træk', []],
    ['Bilen har ikke træk', []],
    ['ingen anhængertræk', []],
    ['forberedt til anhængertræk', []],
    ['Uden træk fra ny, men nu med aftageligt anhængertræk', ['towbar']],
    ['bakkamera, adaptiv fartpilot, Apple CarPlay', ['rear_camera', 'adaptive_cruise', 'carplay']],
    ['læderrat', []],
    ['delvist læder / helLæder', ['leather']],
    ['Panoramatag', ['panorama_roof']],
    ['navigation', ['navigation']],
    ['accelererer hurtigt', []],
    ['', []],
  ])('reads the equipment in the text %j', (words, expected) => {
    expect(featuresIn([], words)).toEqual(expected);
  });

  it('reads the equipment in a list of lines as well', () => {
    expect(featuresIn(['ABS-bremser', 'Anhængertræk', 'Læder'], null)).toEqual(['towbar', 'leather']);
  });
});

it.each([
  ['Hvid', 'white'],
  ['Sort', 'black'],
  ['black', 'black'],
  ['CHARCOAL', 'grey'],
  ['Koksgrå', 'grey'],
  ['Sølvgrå', 'silver'],
  ['Mørkeblå', 'blue'],
  ['Gråblå', 'blue'],
  ['Bordeaux', 'red'],
  ['Rødbrun', 'brown'],
  ['Gul', 'yellow'],
  ['Guld', 'yellow'],
  ['Turkis', 'blue'],
  ['Lilla', 'purple'],
  ['Ukendt', null],
  [null, null],
])('the colour %s belongs to the family %s', (color, family) => {
  expect(colorFamilyOf(color)).toBe(family);
});

it('every paint of the demo has a colour family, in Danish and English', () => {
  for (const { danish, marketplaceName } of paints) {
    expect(colorFamilies).toContain(colorFamilyOf(danish));
    expect(colorFamilies).toContain(colorFamilyOf(marketplaceName));
  }
});

/** The words of sellers and registers for each family. */
const written: Record<string, string> = {
  silver: 'Sølv, Silver, Alu',
  beige: 'Beige, Sand, Creme, Champagne, Tan',
  orange: 'Orange, Kobber, Copper',
  purple: 'Lilla, Violet, Purple, Magenta',
  brown: 'Brun, Brown, Bronze, Mokka',
  green: 'Grøn, Green, Oliven',
  blue: 'Blå, Blue, Turkis, Turquoise, Petrol',
  red: 'Rød, Red, DarkRed, Bordeaux, Burgundy, Vinrød, Rosa, Pink',
  yellow: 'Gul, Yellow, Guld, Gold',
  black: 'Sort, Black',
  white: 'Hvid, White, Perlemor',
  grey: 'Grå, Grey, Gray, Charcoal, Koks, Antracit, Anthracite',
};
it.each(Object.entries(written))('the family %s contains the colours %s', (family, words) => {
  for (const word of words.split(', ')) expect(colorFamilyOf(word), word).toBe(family);
});

it.each([
  ['Grå', 'Sølv', false],
  ['Grå', 'Sort', false],
  ['Grå', 'Blå', false],
  ['Brun', 'Gul', false],
  ['Orange', 'Beige', false],
  ['Rød', 'Lilla', false],
  ['Rød', 'Rød', false],
  ['Rød', null, false],
  ['Ukendt', 'Rød', false],
  ['Sølv', 'Sort', true],
  ['Blå', 'Sort', true],
  ['Rød', 'Blå', true],
  ['Brun', 'Rød', true],
])('%s and %s exclude that two ads show one car: %s', (one, other, differ) => {
  expect(differInColor(one, other)).toBe(differ);
  expect(differInColor(other, one)).toBe(differ);
});

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
