import { expect, it } from 'vitest';
import type { Vehicle } from '#core/register/vehicle.ts';
import { RegisterUnavailable } from '#core/register/vehicle.ts';
import { registerKey } from '#functions/platform/keys.ts';
import { cacheRegister, RegisterHeld } from '#functions/register/register.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeVehicle } from '#tests/support/make-car.ts';

const table = tableForEachTest();
const vehicle = makeVehicle();
const key = registerKey(vehicle.plate);
/** Another request stores the register's answer. */
const storeAnswer = () => table.add({ ...key, vehicle, ttl: 9_000_000_000 });

async function lookUp(ask: () => Promise<Vehicle | null>) {
  const ended: string[] = [];
  const end = async (_plate: string, outcome: string) => void ended.push(outcome);
  const register = cacheRegister({ lookup: ask }, { end }, () => Date.parse('2026-11-25'));
  return { found: await register.lookup(vehicle.plate), ended };
}

it('stores the register’s answer before releasing the plate’s lease', async () => {
  expect(await lookUp(async () => vehicle)).toMatchObject({ found: vehicle, ended: ['answered'] });
  expect(table.get(key)).toMatchObject({ vehicle });
});

it('uses an answer that another request stored between the look and the lease', async () => {
  const { found } = await lookUp(async () => {
    storeAnswer();
    throw new RegisterUnavailable('the plate has been asked about often enough');
  });
  expect(found).toMatchObject({ plate: vehicle.plate });
});

it('waits for the answer of the request that holds the lease', async () => {
  let asked = 0;
  const { found } = await lookUp(async () => {
    if (++asked === 2) storeAnswer();
    throw new RegisterHeld('somebody else is asking about the plate');
  });
  expect(found).toMatchObject({ plate: vehicle.plate });
  expect(asked).toBe(2);
});

it('reports that the register is down when no answer is stored', async () => {
  await expect(
    lookUp(async () => {
      throw new RegisterUnavailable('down');
    }),
  ).rejects.toThrow('down');
});
