import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedCatalog } from '#demo/cars/seed-catalog.ts';
import { demoSeed } from '#local/demo-marketplace.ts';
import { photoNames } from '#local/seed.ts';
import { readCatalog } from '#tests/support/read-catalog.ts';
import { startTestTable, type TestTable } from '#tests/support/table.ts';

let table: TestTable;
let folder: string;
let storeDemoCars: typeof import('#local/store-demo-cars.ts').storeDemoCars;

beforeAll(async () => {
  table = await startTestTable();
  folder = mkdtempSync(join(tmpdir(), 'bilfund-demo-cars-'));
  ({ storeDemoCars } = await import('#local/store-demo-cars.ts'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await table.close();
});

it('an interrupted first start is completed with the missing demo cars, and keeps the stored ones', async () => {
  const names = photoNames(folder);
  const entries = seedCatalog(demoSeed, { origin: 'http://127.0.0.1:5273', now: new Date() }, 120);
  await storeDemoCars(entries.slice(0, 70), names);
  const before = new Map((await readCatalog()).map((card) => [card.id, card]));
  await storeDemoCars(entries, names);
  const after = await readCatalog();
  expect(before.size).toBeGreaterThan(50);
  expect(after.length).toBeGreaterThan(before.size + 30);
  for (const card of after) if (before.has(card.id)) expect(card).toEqual(before.get(card.id));
});

it('stores the demo’s cars so that a check of a plate finds the car that has it', async () => {
  const { getCar, ownerOfNumber } = await import('#functions/cars/store.ts');
  const cards = (await readCatalog()).filter(({ plate }) => plate !== null);
  const found = await Promise.all(
    cards.map(async ({ id, plate }) => {
      const { car } = (await getCar(id, null))!;
      const owner = await ownerOfNumber({ kind: 'PLATECAR', value: plate! });
      return { owner, expected: car.registerState === 'found' ? id : null };
    }),
  );
  expect(found.filter(({ expected }) => expected !== null).length).toBeGreaterThan(50);
  expect(found.filter(({ owner, expected }) => owner !== expected)).toEqual([]);
});
