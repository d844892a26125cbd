import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodies, fuels, gearboxes, listingFlags } from '#core/marketplaces/ad/listing.ts';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { rulesFor } from '../../../../web/src/cars/viewing/before-you-pay.tsx';
import { checksOf } from '../../../../web/src/cars/viewing/checks.ts';
import { filters as filtersDa } from '../../../../web/src/i18n/da/cars.ts';
import { viewing as viewingDa } from '../../../../web/src/i18n/da/viewing.ts';
import { filters } from '../../../../web/src/i18n/en/cars.ts';
import { viewing } from '../../../../web/src/i18n/en/viewing.ts';

const today = '2026-11-28';
const accusing = /sold|solgt|lie\b|lyv|fraud|svindel|cheat|snyd|stolen|stjål/i;
const checks = (fields: Parameters<typeof sampleDetail>[0]) =>
  checksOf(sampleDetail(fields), viewing, filters, today);
const reasonsOf = (fields: Parameters<typeof sampleDetail>[0]) =>
  Object.fromEntries(checks(fields).map(({ check, because }) => [check, because]));

describe('what to look at on a car', () => {
  it('follows from its own facts, and names them', () => {
    const old = reasonsOf({
      fuel: 'diesel',
      gearbox: 'manual',
      year: 2012,
      mileage: 245_000,
      register_state: 'no_plate',
    });
    expect(old).toMatchObject({
      timing: ['14 years old', '245.000 km'],
      particleFilter: ['Diesel'],
      clutch: ['245.000 km'],
      rust: ['14 years old'],
      odometer: ['the ad says 245.000 km'],
      plate: ['we do not know the plate'],
    });
    expect(old).not.toHaveProperty('battery');
  });

  it('asks about battery and charging of an electric car, and nothing about an engine or gears', () => {
    const electric = reasonsOf({ fuel: 'electric', gearbox: 'automatic', year: 2023, mileage: 30_000 });
    expect(electric).toMatchObject({ battery: ['Electric'], charging: ['Electric'] });
    for (const check of ['coldStart', 'timing', 'particleFilter', 'automatic', 'clutch'])
      expect(electric).not.toHaveProperty(check);
  });

  it('takes nothing for given that is not known', () => {
    const unknown = reasonsOf({ fuel: null, gearbox: null, year: null, mileage: null, plate: null });
    expect(unknown.odometer).toEqual(['the ad names no mileage']);
    for (const check of ['timing', 'rust', 'battery', 'automatic', 'clutch', 'coldStart', 'plate'])
      expect(unknown).not.toHaveProperty(check);
  });

  it('accuses nobody, names each check once, and gives a reason for whatever is not asked of every car', () => {
    const car = fc.record({
      fuel: fc.option(fc.constantFrom(...fuels)),
      gearbox: fc.option(fc.constantFrom(...gearboxes)),
      body: fc.option(fc.constantFrom(...bodies)),
      year: fc.option(fc.integer({ min: 1960, max: 2027 })),
      mileage: fc.option(fc.oneof(fc.integer({ min: 0, max: 600_000 }), fc.constant('187xxx'))),
      register_state: fc.constantFrom('found' as const, 'no_plate' as const),
      cautions: fc.subarray([...listingFlags]),
      facts: fc
        .subarray(['debt', 'deregistered', 'mileage_unclear', 'inspection_overdue', 'gearbox_differs'])
        .map((kinds) => kinds.map((kind) => ({ kind, ad: null, register: null, date: null }) as never)),
    });
    const ofEveryCar = checks({ fuel: null, gearbox: null, year: null, mileage: 1, plate: 'AB12345' });
    const common = new Set(
      ofEveryCar.filter(({ because }) => because.length === 0).map(({ check }) => check),
    );
    fc.assert(
      fc.property(car, (fields) => {
        const all = checks(fields);
        const danish = checksOf(sampleDetail(fields), viewingDa, filtersDa, today);
        const said = [viewing.checks, viewingDa.checks].flatMap((words, n) =>
          [all, danish][n]!.flatMap(({ check, because }) => [words[check], ...because]),
        );
        expect(said.join(' ')).not.toMatch(accusing);
        expect(new Set(all.map(({ check }) => check)).size).toBe(all.length);
        for (const { check, because } of all) {
          expect(because.length > 0 || common.has(check)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the rules of a purchase', () => {
  it('are those of a dealer where the ad names one, and both where it names none or a private seller', () => {
    const rights = (seller: Parameters<typeof rulesFor>[0]) =>
      rulesFor(seller).filter((rule) => rule === 'dealer' || rule === 'private');
    expect(rights('dealer')).toEqual(['dealer']);
    // Who poses as a private seller has a dealer's duties.
    expect(rights('private')).toEqual(['dealer', 'private']);
    expect(rights(null)).toEqual(['dealer', 'private']);
  });
});
