import { describe, expect, it } from 'vitest';
import { dateOf, fuelOf, gearboxOf } from '#core/marketplaces/ad/build-listing.ts';
import { ageOf } from '#core/marketplaces/dba/ad.ts';

describe('the words on DBA’s pages', () => {
  it.each([
    ['2 min.', 120],
    ['4 t.', 14_400],
    ['1 dag', 86_400],
    ['4 dage', 345_600],
    ['2 uger', 1_209_600],
    ['3 mdr.', 7_776_000],
    ['1 år', 31_536_000],
    ['i går', 86_400],
    ['for længe siden', null],
  ])('reads the age "%s" of an ad as %s seconds', (words, seconds) => {
    expect(ageOf(words)?.seconds ?? null).toBe(seconds);
  });

  it.each([
    ['Benzin', 'petrol'],
    ['Diesel', 'diesel'],
    ['El', 'electric'],
    ['Hybrid benzin', 'hybrid'],
    ['Hybrid diesel', 'hybrid'],
    ['Plug-in Benzin', 'plugin_hybrid'],
    ['Plug-in Diesel', 'plugin_hybrid'],
    ['Gas + benzin', 'gas'],
    ['Elefant', null],
  ])('reads the fuel "%s" as %s', (word, fuel) => {
    expect(fuelOf(word)).toBe(fuel);
  });

  it.each([
    ['Manuelt', 'manual'],
    ['Automatisk', 'automatic'],
    ['Trinløs', null],
  ])('reads the gearbox "%s" as %s', (word, gearbox) => {
    expect(gearboxOf(word)).toBe(gearbox);
  });

  it.each([
    ['14.11.2016', '2016-11-14'],
    ['4/1-2016', '2016-01-04'],
    ['2016-11-14', '2016-11-14'],
    ['11.2016', null],
    ['2016', null],
    ['31.13.2016', null],
  ])('reads the date "%s" as %s', (text, date) => {
    expect(dateOf(text)).toBe(date);
  });
});
