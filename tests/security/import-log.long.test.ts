import { expect, it } from 'vitest';
import { RegisterUnavailable } from '#core/register/vehicle.ts';
import { makeVehicle } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';

/*
 * Imports of cars with plates for people who are told by mail; then the same with a register, photos and services that fail.
 * Every line is searched as it is written (tests/support/kept-log.ts).
 */

const world = await worldOfFile('2026-11-21T12:00:00.000Z', { hasAlerts: true });
const person = await loadPeople();
const { deliverWaitingWorker: flush } = await import('#functions/alerts/workers.ts');
// Closing throws when a line held a secret.

const plate = 'ZX48217';
const title = 'Škoda Octavia i lyseblå';
const seller = 'Ring til Jens på 20 30 40 50 eller jens@mail.example';

/** A search of two cars, one with its plate on a photo and one with it in the seller's words. */
async function twoCars(name: string): Promise<string> {
  const { ad, search } = world.marketplace;
  const words = { title, description: `${seller}. Plade ${plate}` };
  const photoUrls = [await world.photos.photoOf(plate), world.photos.missing, world.photos.notAPhoto];
  return search(name, [[ad({ ...words, photoUrls }), ad({ ...words, plateInText: 'HM30965' })]]);
}

it("the log of imports and alerts contains no plate, address or seller's text", async () => {
  world.forbidInLog(plate, 'HM30965', 'Octavia', 'Jens', '20 30 40 50', 'anna@', 'news@');
  world.register.vehicles.set(plate, makeVehicle({ plate }));
  await storePlan('anna', {
    type: 'lifetime',
    purchases: [{ id: 'pi_1', product: 'lifetime', state: 'active' }],
  });
  const anna = person('anna');
  expect((await anna.start(await twoCars('quiet'))).status).toBe(202);
  await world.run();
  await flush();
  expect(world.mails.length).toBeGreaterThan(0);
  const messages = world.log.map((line) => (JSON.parse(line) as { message?: string }).message);
  for (const expected of ['import ended', 'a mail was sent', 'a photo was left out'])
    expect(messages).toContain(expected);
});

it('the log of failed imports contains none of them either', async () => {
  const anna = person('anna');
  const before = world.log.length;
  world.register.lookup = async (asked) => {
    throw new RegisterUnavailable(`fetch failed: /dmr/regnr/${asked}`);
  };
  for (let nth = 4; nth <= 60; nth += 8) {
    const href = await twoCars(`loud-${nth}`);
    world.faults.begin({ nth, when: 'before' });
    await anna.start(href);
    await world.run();
    await flush().catch(() => undefined);
    world.faults.end();
  }
  const lines = world.log.slice(before).map((line) => JSON.parse(line) as { level?: string });
  expect(lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(3);
});
