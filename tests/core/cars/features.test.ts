import { describe, expect, it } from 'vitest';
import { featuresIn } from '#core/cars/features.ts';

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
