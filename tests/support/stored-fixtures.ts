import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../fixtures/stored');

/** An item as the table gives it back; sets stand as `{"$set": [...]}` in the files. */
export type StoredFixture = { format: string; kind: string; item: Record<string, unknown> };

const revive = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$set' in value && Array.isArray(value.$set)
    ? new Set(value.$set)
    : value;

/**
 * One item of each kind for each format that was ever written (`CAR` in `v1.json`). What stands there was in people's tables:
 * it is never changed, and read for ever.
 */
export const storedFixtures: readonly StoredFixture[] = globSync('v*.json', { cwd: folder })
  .toSorted()
  .flatMap((file) => {
    const items = JSON.parse(readFileSync(join(folder, file), 'utf8'), revive) as Record<
      string,
      StoredFixture['item']
    >;
    return Object.entries(items).map(([kind, item]) => ({ format: basename(file, '.json'), kind, item }));
  });

/** @throws when there is no such item */
export function storedFixture(kind: string, format = 'v1'): Record<string, unknown> {
  const found = storedFixtures.find((each) => each.kind === kind && each.format === format);
  if (!found) throw new Error(`no stored ${kind} of ${format}`);
  return found.item;
}
