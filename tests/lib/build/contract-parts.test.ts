import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { contractParts } from '#lib/build/contract-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilfund-parts-'));
let loadRow: (key: string) => Promise<RouteRow>;

beforeAll(async () => {
  await build({
    entryPoints: ['functions/_runtime/route-row.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    plugins: [contractParts],
  });
  ({ loadRow } = await import(pathToFileURL(join(folder, 'route-row.mjs')).href));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a bundle', () => {
  it.each(Object.entries<RouteRow>(contract))(
    'finds the row of %s in its part of the contract',
    async (key, row) => {
      const found = await loadRow(key);
      const plain = ({ name, capability, auth, needs, summary, status }: RouteRow) => ({
        name,
        capability,
        auth,
        needs,
        summary,
        status,
      });
      expect(plain(found)).toEqual(plain(row));
      expect(Object.keys(found)).toEqual(Object.keys(row));
    },
  );

  it('loads no part before it is asked for', () => {
    expect(readFileSync(join(folder, 'route-row.mjs'), 'utf8')).not.toMatch(/^import .*from/m);
  });
});
