import { expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { huntStages } from '#core/cars/hunt.ts';
import type { HuntedCarWire } from '#core/contract/routes/cars.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { seeded } from '#tests/support/random-cards.ts';
import { storeCar as addCar, confirmLate, storeAd } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const api = await import('#functions/cars/api.ts');

/** Stores a car, in place of the one that had its id. */
async function storeCar(car: Car): Promise<void> {
  const { deleteItem } = await import('#functions/platform/table.ts');
  const { carKey } = await import('#functions/platform/keys.ts');
  await deleteItem(carKey(car.id));
  await addCar(car);
}

/** Leaves the trace of a merge: who asks for one car is led to the other. */
async function leadTo(from: string, to: string): Promise<void> {
  const { putItem } = await import('#functions/platform/table.ts');
  const { carKey } = await import('#functions/platform/keys.ts');
  await putItem({ ...carKey(from), kind: 'CAR', mergedInto: to });
}

const empty = { note: '', stage: null, day: null };
const keep = (as: string, id: string, body: object) =>
  callRoute<{ ok: true; code?: string }>(api.changeHuntRoute, {
    as,
    params: { id },
    body: { ...empty, ...body },
  });
const list = async (as: string) =>
  (await callRoute<{ cars: HuntedCarWire[] }>(api.listHuntRoute, { as })).body.cars;

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const numberOf = (note: string) => Number(/\d+/.exec(note)?.[0]);

it('notes and stages survive 500 merges of any two cars, whichever of their ids it was written under', async () => {
  const random = seeded(52);
  /** A car as it is after the merges so far, and what its owner keeps: oldest first. */
  type Group = { ids: string[]; kept: { note: string; stage: string | null }[] };
  let groups = Array.from({ length: 530 }, (_, n): Group => ({ ids: [`m${n}`], kept: [] }));
  await Promise.all(groups.map(({ ids }) => addCar(makeCar({ id: ids[0]! }))));
  const asked = async () =>
    (await list('ruth'))
      .map(({ id, note, stage }) => ({ id, notes: note.split('\n').sort(), stage }))
      .sort(byId);
  const wanted = () =>
    groups
      .filter(({ kept }) => kept.length > 0)
      .map(({ ids, kept }) => ({
        id: ids[0]!,
        notes: kept.map(({ note }) => note).sort(),
        stage: kept.findLast(({ stage }) => stage !== null)?.stage ?? null,
      }))
      .sort(byId);
  for (let merge = 1; merge <= 500; merge++) {
    if (random.chance(0.5)) {
      const group = random.pick(groups);
      const entry = { note: `Note ${merge}.`, stage: random.pick([null, ...huntStages]) };
      world.advance(1_000);
      expect(await keep('ruth', random.pick(group.ids), entry)).toMatchObject({ status: 200 });
      group.kept = [entry];
    }
    const [into, other] = random.sample(groups, 2) as [Group, Group];
    const ids = [...into.ids, ...other.ids];
    // Of entries the last changed comes last.
    const kept = [...into.kept, ...other.kept].sort((a, b) => numberOf(a.note) - numberOf(b.note));
    groups = [...groups.filter((group) => group !== into && group !== other), { ids, kept }];
    await storeCar(makeCar({ id: ids[0]!, formerIds: ids.slice(1) }));
    await Promise.all(other.ids.map((id) => leadTo(id, ids[0]!)));
    if (merge % 50 === 0) expect(await asked(), `after ${merge} merges`).toEqual(wanted());
  }
  expect(wanted().length).toBeGreaterThan(5);
});

it('notes and stages survive 200 plates confirmed late, which join ads that were taken for cars of their own', async () => {
  const random = seeded(2026);
  const { joinCar } = await import('#functions/cars/join-cars.ts');
  const carIds = Array.from({ length: 200 }, (_, n) => `late${n}`);
  const plateOf = new Map(carIds.map((id) => [id, `LA${20_000 + random.whole(0, 79)}`]));
  await Promise.all(carIds.map((id) => storeAd({ id })));
  const notes = new Map<string, string[]>();
  for (const [n, id] of random.sample(carIds, carIds.length).entries()) {
    const plate = plateOf.get(id)!;
    if (random.chance(0.6)) {
      const note = `Late note ${n}.`;
      world.advance(1_000);
      expect(await keep('selma', id, { note, stage: random.pick([null, ...huntStages]) })).toMatchObject({
        status: 200,
      });
      notes.set(plate, [...(notes.get(plate) ?? []), note]);
    }
    await confirmLate(id, plate);
    await joinCar(id);
  }
  const listed = await list('selma');
  const { getCar } = await import('#functions/cars/store.ts');
  const shown = new Map<string, string[]>();
  for (const { id, note } of listed) shown.set((await getCar(id, null))!.car.plate!, note.split('\n').sort());
  expect(shown.size).toBe(listed.length);
  expect(Object.fromEntries([...shown].sort())).toEqual(
    Object.fromEntries([...notes].map(([plate, all]) => [plate, all.sort()] as const).sort()),
  );
});
