import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Vehicle } from '#core/register/vehicle.ts';
import { makeVehicle } from '#tests/support/make-car.ts';

let kept: Record<string, unknown> | null = null;
vi.mock('#functions/platform/table.ts', () => ({
  getItem: async () => kept,
  putItem: async (item: Record<string, unknown>) => {
    kept = item;
  },
}));
let ports: typeof import('#core/ports.ts');
beforeAll(async () => {
  // Of the same load as what is tested: errors are told apart by their class.
  vi.resetModules();
  ports = await import('#core/ports.ts');
});
beforeEach(() => {
  kept = null;
});
// What was loaded with the stand-in above must not serve the next file.
afterAll(() => {
  vi.doUnmock('#functions/platform/table.ts');
  vi.resetModules();
});

const vehicle = makeVehicle();
const answer = { vehicle, ttl: 9_000_000_000 };

async function lookUp(ask: () => Promise<Vehicle | null>) {
  const { cacheRegister } = await import('#functions/register/register.ts');
  const ended: string[] = [];
  const end = async (_plate: string, outcome: string) => void ended.push(outcome);
  const register = cacheRegister({ lookup: ask }, { end }, () => Date.parse('2026-11-25'));
  return { found: await register.lookup(vehicle.plate), ended };
}

it('stores the register’s answer before releasing the plate’s lease', async () => {
  expect(await lookUp(async () => vehicle)).toMatchObject({ found: vehicle, ended: ['answered'] });
  expect(kept).toMatchObject({ vehicle });
});

it('uses an answer that another request stored between the look and the lease', async () => {
  const { found } = await lookUp(async () => {
    kept = answer;
    throw new ports.RegisterUnavailable('the plate has been asked about often enough');
  });
  expect(found).toMatchObject({ plate: vehicle.plate });
});

it('waits for the answer of the request that holds the lease', async () => {
  const { RegisterHeld } = await import('#functions/register/register.ts');
  let asked = 0;
  const { cacheRegister } = await import('#functions/register/register.ts');
  const register = cacheRegister(
    {
      lookup: async () => {
        if (++asked === 2) kept = answer;
        throw new RegisterHeld('somebody else is asking about the plate');
      },
    },
    { end: async () => {} },
    () => Date.parse('2026-11-25'),
  );
  expect(await register.lookup(vehicle.plate)).toMatchObject({ plate: vehicle.plate });
  expect(asked).toBe(2);
});

it('answers null for a plate that the register does not know', async () => {
  await expect(
    lookUp(async () => {
      throw new ports.RegisterUnavailable('down');
    }),
  ).rejects.toThrow('down');
});
