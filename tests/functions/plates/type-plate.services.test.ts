import { beforeEach, describe, expect, it } from 'vitest';
import { typedPlatesPerPerson } from '#core/accounts/rate-limits.ts';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeRating, makeVehicle } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeAd } from '#tests/support/stored-car.ts';

const start = '2026-11-21T08:00:00.000Z';
const plate = 'CX41287';
const other = 'DB20456';

const world = await worldOfFile(start);
const cars = await import('#functions/cars/store.ts');
const use = await import('#functions/plates/typed-plate.ts');
const routes: Record<string, unknown> = {
  type: (await import('#functions/cars/api.ts')).typePlateRoute,
  back: (await import('#functions/cars/api.ts')).takePlateBackRoute,
  get: (await import('#functions/cars/api.ts')).getCarRoute,
};

const octavia = (fields: Partial<Vehicle>) => makeVehicle({ make: 'Skoda', model: 'Octavia', ...fields });
beforeEach(() => {
  process.env.REGISTER_KIND = 'demo';
  const audi = makeVehicle({ plate: other, make: 'Audi', model: 'A3', variant: null, year: 2012 });
  const vehicles = new Map([
    [plate, octavia({ plate })],
    [other, { ...audi, firstRegistration: '2012-05-01' }],
  ]);
  Object.assign(world.register, { isDown: false, vehicles });
});

let made = 0;
const newCar = async (fields: object = {}) => {
  const id = `typed${'abcdefghijklmnopqrstuvwxyz'[made++ % 26]}${made}`;
  await storeAd({ id, firstSeenAt: start, ...fields });
  return id;
};
const answer = <T = WireCarDetail>(name: string, as: string, id: string, body?: object) =>
  callRoute<T>(routes[name], { as, params: { id }, ...(body && { body }) });
const type = (as: string, id: string, body: object = { plate }) => answer('type', as, id, body);
const seenBy = async (as: string | null, id: string) =>
  (await callRoute<WireCarDetail>(routes.get, { ...(as && { as }), params: { id } })).body;
const shared = async (id: string) => (await cars.getCar(id, null))!;

const old = '2026-01-01T00:00:00.000Z';
const sender = (network: string, accountSince = old) => ({
  readSender: async () => ({ network, accountSince }),
});
const unknown = { readSender: async () => null };
const caller = (id: string) => ({ id, session: { id: null, issuedAt: 0 } }) as never;
const typeFrom = (network: string, id: string, as = `from-${network}`, typed = plate) =>
  use.typePlate(id, caller(as), { plate: typed, isConfirmed: false, ...sender(`key.${network}`) });

describe('typing the plate of a shared car', () => {
  it('shows the register’s answer to the person who typed the plate, and changes the car for nobody else', async () => {
    const id = await newCar();
    const before = await shared(id);
    const { status, body } = await type('anna', id, { plate: 'cx 41.287' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      plate,
      plate_typed_by: 'me',
      register_state: 'found',
      motor_hestekraefter: 150,
    });
    expect(await seenBy('anna', id)).toEqual(body);
    expect(await seenBy('bo', id)).toMatchObject({
      plate: null,
      plate_typed_by: null,
      register_state: 'no_plate',
    });
    expect(await seenBy(null, id)).toMatchObject({
      plate: null,
      plate_typed_by: null,
      register_state: 'no_plate',
    });
    expect(await shared(id)).toEqual(before);
    expect(body).toMatchObject({ deal: before.car.rating.deal, price: before.car.priceDkk });
  });

  it('removes a typed plate, also when asked twice', async () => {
    const id = await newCar();
    await type('anna', id);
    for (let time = 1; time <= 2; time++) {
      const { status, body } = await answer('back', 'anna', id);
      expect({ status, body }).toMatchObject({ status: 200, body: { plate: null, plate_typed_by: null } });
    }
  });

  it('corrects a plate that was read for the person who typed it only', async () => {
    const id = await newCar({ plate: 'ZX48217', registerState: 'found' });
    expect(await seenBy('anna', id)).toMatchObject({ plate: 'ZX48217', plate_typed_by: null });
    expect((await type('anna', id)).body).toMatchObject({ plate, plate_typed_by: 'me' });
    for (const network of ['north', 'south', 'east']) await typeFrom(network, id);
    expect((await shared(id)).car.plate).toBe('ZX48217');
  });

  it('asks for confirmation when the register knows a different car by the plate, and then keeps it private', async () => {
    const id = await newCar();
    const refused = await answer<Record<string, unknown>>('type', 'anna', id, { plate: other });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        details: { register: { make: 'Audi', model: 'A3', year: 2012 } },
      },
    });
    expect(JSON.stringify(refused.body)).toContain('make_differs');
    expect(await seenBy('anna', id)).toMatchObject({ plate: null });
    const { body } = await type('anna', id, { plate: other, confirmed: true });
    expect(body).toMatchObject({ plate: other, plate_typed_by: 'me', brand: 'Škoda' });
    expect(body.facts.map(({ kind }) => kind)).toContain('make_differs');
    for (const network of ['north', 'south', 'east'])
      await use.typePlate(id, caller(`x-${network}`), {
        plate: other,
        isConfirmed: true,
        ...sender(`key.${network}`),
      });
    expect((await shared(id)).car.plate).toBeNull();
  });
});

describe('refusals of a typed plate', () => {
  it('refuses a typed plate from a reader who is not signed in or may not see the car', async () => {
    const id = await newCar();
    expect(await callRoute(routes.type, { params: { id }, body: { plate } })).toMatchObject({ status: 401 });
    const locked = await newCar({ rating: makeRating({ deal: 'amazing' }) });
    expect(await type('anna', locked)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await answer('back', 'anna', locked)).toMatchObject({ status: 403 });
    expect(await type('anna', 'nosuchcar')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    {},
    { plate: '' },
    { plate: 'A' },
    { plate: 'AB12345678' },
    { plate: '<b>' },
    { plate, confirmed: 'yes' },
  ])('refuses the typed plate %o', async (wrong) => {
    const id = await newCar();
    expect(await type('anna', id, wrong)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('says that the register does not know the plate, does not answer or is not configured', async () => {
    const id = await newCar();
    expect(await type('anna', id, { plate: 'QQ99999' })).toMatchObject({
      status: 404,
      body: { code: 'plate_unknown' },
    });
    world.register.isDown = true;
    expect(await type('anna', id, { plate: 'QQ99998' })).toMatchObject({
      status: 503,
      body: { code: 'register_silent' },
    });
    process.env.REGISTER_KIND = 'none';
    expect(await type('anna', id)).toMatchObject({ status: 503, body: { code: 'not_configured' } });
    expect(await seenBy('anna', id)).toMatchObject({ plate: null, plate_typed_by: null });
  });

  it('limits the plates a person may type, so that nobody looks up other people’s cars', async () => {
    process.env.RATE_FACTOR = '1';
    const id = await newCar();
    const answers = [];
    for (let time = 0; time <= typedPlatesPerPerson.capacity; time++)
      answers.push(
        (await use.typePlate(id, caller('many'), { plate, isConfirmed: false, ...unknown }).then(
          () => 200,
          ({ status }) => status,
        )) as number,
      );
    expect(answers).toEqual([...Array(typedPlatesPerPerson.capacity).fill(200), 429]);
    process.env.RATE_FACTOR = '1000';
  });
});

describe('the same plate typed by two people', () => {
  it('shares a plate that two people typed, and removes it when one of them takes it back', async () => {
    const id = await newCar();
    await typeFrom('north', id);
    expect((await shared(id)).car.plate).toBeNull();
    await typeFrom('south', id);
    expect((await shared(id)).car).toMatchObject({ plate, registerState: 'found', horsepower: 150 });
    expect(await seenBy('stranger', id)).toMatchObject({ plate, plate_typed_by: 'people' });
    expect(await seenBy(null, id)).toMatchObject({ plate: null, plate_typed_by: null });
    await use.takePlateBack(id, caller('from-north'));
    expect(await shared(id)).toMatchObject({ car: { plate: null, registerState: 'no_plate' } });
    expect((await shared(id)).source.identification.isTyped).toBeUndefined();
    expect(await seenBy('from-south', id)).toMatchObject({ plate, plate_typed_by: 'me' });
  });

  it('does not count the same person, the same network or a new account as the second person', async () => {
    const id = await newCar();
    await typeFrom('north', id);
    await typeFrom('north', id);
    await typeFrom('north', id, 'another-account');
    await use.typePlate(id, caller('new'), {
      ...{ plate, isConfirmed: false },
      ...sender('key.west', '2026-11-20T08:00:00.000Z'),
    });
    await use.typePlate(id, caller('unknown'), { plate, isConfirmed: false, ...unknown });
    await use.typePlate(id, caller('other-key'), {
      ...{ plate, isConfirmed: false },
      ...sender('formerkey.east'),
    });
    expect((await shared(id)).car.plate).toBeNull();
  });

  it('shares no typed plate where dropped pages do not enter the catalog', async () => {
    process.env.WITNESSES = '0';
    const id = await newCar();
    await typeFrom('north', id);
    await typeFrom('south', id);
    delete process.env.WITNESSES;
    expect((await shared(id)).car.plate).toBeNull();
  });

  it('stops sharing the plate when one of the two types another', async () => {
    world.register.vehicles.set('EA11111', octavia({ plate: 'EA11111' }));
    const id = await newCar();
    for (const network of ['north', 'south']) await typeFrom(network, id);
    await typeFrom('south', id, 'from-south', 'EA11111');
    expect((await shared(id)).car.plate).toBeNull();
  });

  it('merges no two different cars by a typed plate', async () => {
    const known = await newCar({ plate, registerState: 'found', mileageKm: 40_000 });
    const { numberItem } = await import('#functions/cars/store.ts');
    const { putItem } = await import('#functions/platform/table.ts');
    await putItem(numberItem({ kind: 'PLATECAR', value: plate }, known));
    const id = await newCar({ mileageKm: 58_000 });
    for (const network of ['north', 'south']) await typeFrom(network, id);
    expect((await shared(id)).car.id).toBe(id);
    expect((await shared(known)).car.formerIds).toEqual([]);
  });

  it('keeps the shared plate after a visit that finds none, while it still fits the ad', async () => {
    const { keepTyped } = await import('#core/cars/typed-car.ts');
    const id = await newCar();
    for (const network of ['north', 'south']) await typeFrom(network, id);
    const { source } = await shared(id);
    const none = {
      photos: [],
      plate: null,
      candidate: null,
      vehicle: null,
      registerState: 'no_plate',
    } as const;
    const keep = (found: Parameters<typeof keepTyped>[0], listing = source.listing) =>
      keepTyped(found, source.identification, listing, '2026-11-21').plate;
    expect(keep({ ...none, photos: [] })).toBe(plate);
    // A doubtful reading that the register could not confirm yet.
    expect(keep({ ...none, photos: [], registerState: 'pending' })).toBe(plate);
    expect(keep({ ...none, photos: [], plate: 'ZX48217', registerState: 'found' })).toBe('ZX48217');
    expect(keep({ ...none, photos: [] }, { ...source.listing, make: 'Audi' })).toBeNull();
  });

  it('deletes typed plates with their people’s accounts', async () => {
    const { deleteAccountItems } = await import('#functions/accounts/store.ts');
    const { queryPartition } = await import('#functions/platform/table.ts');
    const { typedPlatePartition } = await import('#functions/platform/keys.ts');
    const id = await newCar();
    for (const network of ['north', 'south']) await typeFrom(network, id);
    const left = async () => (await queryPartition(typedPlatePartition(id))).map(({ userId }) => userId);
    expect((await left()).sort()).toEqual(['from-north', 'from-south']);
    await deleteAccountItems('from-north');
    expect(await left()).toEqual(['from-south']);
  });

  it('shows a person the plate they typed after the car was merged into another', async () => {
    const [first, second] = [await newCar({ firstSeenAt: '2026-11-01T08:00:00.000Z' }), await newCar()];
    await type('anna', second);
    const { joinCar } = await import('#functions/cars/join-cars.ts');
    const { confirmLate } = await import('#tests/support/stored-car.ts');
    for (const id of [first, second]) await confirmLate(id, 'EB22222');
    await joinCar(first);
    await joinCar(second);
    expect((await shared(second)).car.id).toBe(first);
    expect(await seenBy('anna', first)).toMatchObject({ plate, plate_typed_by: 'me' });
    await answer('back', 'anna', first);
    expect(await seenBy('anna', first)).toMatchObject({ plate: 'EB22222', plate_typed_by: null });
  });
});
