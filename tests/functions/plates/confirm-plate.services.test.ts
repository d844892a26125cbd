import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlateCandidate } from '#core/plates/plate.ts';
import { RegisterUnavailable } from '#core/ports.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
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

describe('a plate read in the photos', () => {
  it('is the car’s with what the register says of it', async () => {
    known.set('ZX48217', skoda('ZX48217'));
    expect(await confirmPlate(weak, ad)).toEqual({
      ...{ plate: 'ZX48217', candidate: weak, registerState: 'found' },
      vehicle: known.get('ZX48217'),
    });
  });

  it('is the car’s when it was read well, though the register knows no such plate', async () => {
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
  ])('that was read badly is no plate when it %s', async (_what, vehicle) => {
    if (vehicle) known.set('ZX48217', skoda('ZX48217', vehicle));
    expect(await confirmPlate(weak, ad)).toEqual(nothing);
  });

  it('goes by the model year where the register has no first registration', async () => {
    known.set('ZX48217', skoda('ZX48217', { firstRegistration: null, year: 2020 }));
    expect(await confirmPlate(weak, ad)).toMatchObject({ plate: 'ZX48217' });
  });
});

describe('a register that does not answer', () => {
  beforeEach(() => {
    failure = new RegisterUnavailable('it is down');
  });

  it.each<[what: string, candidate: PlateCandidate, plate: string | null, registerState: string]>([
    ['keeps a plate that was read well', candidateOf(), 'ZX48217', 'pending'],
    ['keeps a doubtful one for later, without showing it', weak, null, 'pending'],
    ['is not asked again for noise', candidateOf({ score: -4 }), null, 'no_plate'],
  ])('%s', async (_what, candidate, plate, registerState) => {
    const confirmed = await confirmPlate(candidate, ad);
    expect(confirmed).toMatchObject({ plate, vehicle: null, registerState });
  });

  it('is not taken for one that is broken: other errors are errors', async () => {
    failure = new TypeError('broken');
    await expect(confirmPlate(weak, ad)).rejects.toThrow('broken');
  });
});

describe('a plate that the seller wrote', () => {
  const written = { ...ad, plateInText: 'HM30965' };

  it('needs the word of the register', async () => {
    expect(await confirmPlate(null, written)).toEqual(nothing);
    known.set('HM30965', skoda('HM30965'));
    expect(await confirmPlate(null, written)).toMatchObject({ plate: 'HM30965', registerState: 'found' });
    expect(asked).toEqual(['HM30965', 'HM30965']);
  });

  it('counts after the photos, and its own field before its text', async () => {
    known.set('HM30965', skoda('HM30965'));
    expect(await confirmPlate(weak, { ...written, plateInText: 'KR53184', plate: 'HM30965' })).toMatchObject({
      plate: 'HM30965',
    });
    expect(asked).toEqual(['ZX48217', 'HM30965']);
  });

  it('is not asked for twice when the photos showed the same', async () => {
    expect(await confirmPlate(weak, { ...ad, plateInText: 'ZX48217' })).toEqual(nothing);
    expect(asked).toEqual(['ZX48217']);
  });
});
