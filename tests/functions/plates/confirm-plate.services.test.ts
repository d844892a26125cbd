import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlateCandidate } from '#core/plates/plate.ts';
import { RegisterUnavailable, type Vehicle } from '#core/register/vehicle.ts';
import { confirmPlate } from '#functions/plates/typed-plate.ts';
import { replaced, replaceServices } from '#functions/platform/services.ts';
import { makeListing, makeVehicle } from '#tests/support/make-car.ts';

const known = new Map<string, Vehicle>();
const asked: string[] = [];
let failure: Error | null = null;
beforeAll(() => {
  const lookup = async (plate: string) => {
    asked.push(plate);
    if (failure) throw failure;
    return known.get(plate) ?? null;
  };
  replaceServices({ register: async () => ({ lookup }) });
});
afterAll(() => {
  delete replaced.register;
});
beforeEach(() => {
  known.clear();
  asked.length = 0;
  failure = null;
});

const candidateOf = (fields: Partial<PlateCandidate> = {}): PlateCandidate => ({
  ...{ plate: 'ZX48217', score: -0.2, widthPx: 200 },
  ...fields,
});
const ad = makeListing({ make: 'Škoda', year: 2019, plate: null, plateInText: null });
const skoda = (plate: string, fields: Partial<Vehicle> = {}) =>
  makeVehicle({ plate, make: 'Skoda', year: 2019, firstRegistration: '2019-03-01', ...fields });
const weak = candidateOf({ score: -2 });
const nothing = { plate: null, candidate: null, vehicle: null, registerState: 'no_plate' };

describe('plates read in photos', () => {
  it('confirms a plate from the photos with the register’s answer', async () => {
    known.set('ZX48217', skoda('ZX48217'));
    expect(await confirmPlate(weak, ad)).toEqual({
      ...{ plate: 'ZX48217', candidate: weak, registerState: 'found' },
      vehicle: known.get('ZX48217'),
    });
  });

  it('keeps a plate that was read well although the register does not know it', async () => {
    expect(await confirmPlate(candidateOf(), ad)).toMatchObject({
      plate: 'ZX48217',
      vehicle: null,
      registerState: 'absent',
    });
  });

  it.each<[what: string, vehicle: Partial<Vehicle> | null]>([
    ['is unknown to the register', null],
    ['is another make’s', { make: 'Audi' }],
    [
      'is of a car two years older, by its first registration',
      { year: 2019, firstRegistration: '2017-12-31' },
    ],
  ])('rejects a badly read plate that %s', async (_what, vehicle) => {
    if (vehicle) known.set('ZX48217', skoda('ZX48217', vehicle));
    expect(await confirmPlate(weak, ad)).toEqual(nothing);
  });

  it('compares the model year where the register has no first registration', async () => {
    known.set('ZX48217', skoda('ZX48217', { firstRegistration: null, year: 2020 }));
    expect(await confirmPlate(weak, ad)).toMatchObject({ plate: 'ZX48217' });
  });
});

describe('plates while the register does not answer', () => {
  beforeEach(() => {
    failure = new RegisterUnavailable('it is down');
  });

  it.each<[what: string, candidate: PlateCandidate, plate: string | null, registerState: string]>([
    ['keeps a plate that was read well', candidateOf(), 'ZX48217', 'pending'],
    ['keeps a doubtful one for later, without showing it', weak, null, 'pending'],
    ['is not asked again for noise', candidateOf({ score: -4 }), null, 'no_plate'],
  ])('%s while the register does not answer', async (_what, candidate, plate, registerState) => {
    const confirmed = await confirmPlate(candidate, ad);
    expect(confirmed).toMatchObject({ plate, vehicle: null, registerState });
  });

  it('passes on other errors of the register', async () => {
    failure = new TypeError('broken');
    await expect(confirmPlate(weak, ad)).rejects.toThrow('broken');
  });
});

describe('plates written by the seller', () => {
  const written = { ...ad, plateInText: 'HM30965' };

  it('accepts the seller’s plate only when the register confirms it', async () => {
    expect(await confirmPlate(null, written)).toEqual(nothing);
    known.set('HM30965', skoda('HM30965'));
    expect(await confirmPlate(null, written)).toMatchObject({ plate: 'HM30965', registerState: 'found' });
    expect(asked).toEqual(['HM30965', 'HM30965']);
  });

  it('prefers the plate from the photos, then the plate field, then the text of the ad', async () => {
    known.set('HM30965', skoda('HM30965'));
    expect(await confirmPlate(weak, { ...written, plateInText: 'KR53184', plate: 'HM30965' })).toMatchObject({
      plate: 'HM30965',
    });
    expect(asked).toEqual(['ZX48217', 'HM30965']);
  });

  it('asks the register only once for a plate that both photos and text show', async () => {
    expect(await confirmPlate(weak, { ...ad, plateInText: 'ZX48217' })).toEqual(nothing);
    expect(asked).toEqual(['ZX48217']);
  });
});
