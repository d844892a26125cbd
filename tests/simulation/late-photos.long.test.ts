import { describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { makeVehicle } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const world = await worldOfFile();
const person = await loadPeople();
const cars = await import('#functions/cars/store.ts');
const identify = await import('#functions/imports/identify-car.ts');

const start = (who: string, listing: Listing) =>
  person(who).start(world.marketplace.search(who, [[listing]]));

const carOf = async (listing: Listing) =>
  cars.getCar((await cars.carIdsOf([listing], null)).get(`facebook-${listing.id}`)!, null);

const ad = (id: string, fields: Partial<Listing>) => world.marketplace.ad({ id, ...fields });

describe('a car whose ad states its plate', () => {
  it('a car whose ad states its plate is rated before its photos are copied, which are blurred later', async () => {
    world.register.vehicles.set('ZX48217', makeVehicle({ plate: 'ZX48217' }));
    const listing = ad('801', { plate: 'ZX48217', photoUrls: [await world.photos.photoOf('ZX48217')] });
    const { body } = await start('gerda', listing);
    await world.run();
    const stored = await carOf(listing);
    expect(stored?.car).toMatchObject({ plate: 'ZX48217', registerState: 'found' });
    expect(stored?.car.photos).toMatchObject([{ blurredSmall: expect.any(String) }]);
    // Told again, it is as it was: nothing is copied twice.
    await identify.identifyCar({
      type: 'identify',
      jobId: String(body.jobId),
      carId: stored!.car.id,
      requestId: 'again',
    });
    expect((await carOf(listing))?.version).toBe(stored?.version);
    expect(await person('gerda').history()).toMatchObject([{ status: 'completed', cars_added_count: 1 }]);
  });

  it('a car is complete even if a photo cannot be fetched', async () => {
    world.register.vehicles.set('HM30965', makeVehicle({ plate: 'HM30965' }));
    const listing = ad('802', {
      plate: 'HM30965',
      photoUrls: [world.photos.missing, world.photos.notAPhoto],
    });
    await start('hans', listing);
    await world.run();
    expect((await carOf(listing))?.car).toMatchObject({ plate: 'HM30965', photos: [] });
    expect(await person('hans').history()).toMatchObject([{ status: 'completed' }]);
  });

  it('photos of a car that joins an existing one are added to that car', async () => {
    const before = ad('803', { plate: 'AB12345' });
    world.register.vehicles.set('AB12345', makeVehicle({ plate: 'AB12345' }));
    await start('ida', before);
    await world.run();
    const listing = ad('804', { plate: 'AB12345', photoUrls: [await world.photos.photoOf('AB12345')] });
    await start('ib', listing);
    await world.run();
    expect((await carOf(listing))?.car.id).toBe((await carOf(before))?.car.id);
    expect((await carOf(before))?.car.photos).toHaveLength(1);
  });
});

describe('a car that is seen again', () => {
  it('photos are fetched again only if the ad shows more or other ones', async () => {
    const side = await world.photos.photoOf(null);
    const listing = ad('805', { photoUrls: [side] });
    await start('kaj', listing);
    await world.run();
    world.photos.asked.length = 0;
    await start('kim', listing);
    await world.run();
    expect(world.photos.asked).toEqual([]);
    const more = ad('805', { photoUrls: [side, await world.photos.photoOf('ZX48217')] });
    await start('kit', more);
    await world.run();
    expect(world.photos.asked).toContain('/ZX48217.jpg');
  });
});

describe('a car whose plate was confirmed', () => {
  it('a confirmed plate and its register data are kept while the register is silent', async () => {
    world.register.vehicles.set('PT71406', makeVehicle({ plate: 'PT71406' }));
    const listing = ad('806', { plate: 'PT71406' });
    await start('lea', listing);
    await world.run();
    const known = (await carOf(listing))!.car;
    expect(known).toMatchObject({ plate: 'PT71406', registerState: 'found' });
    world.advance(25 * 3_600_000);
    world.register.isDown = true;
    await start('leo', listing);
    await world.run();
    world.register.isDown = false;
    const again = (await carOf(listing))!.car;
    expect(again.updatedAt).not.toBe(known.updatedAt);
    expect(again).toMatchObject({
      ...{ plate: known.plate, registerState: 'found' },
      ...{ firstRegistration: known.firstRegistration, horsepower: known.horsepower },
    });
  });
});
