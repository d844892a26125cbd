import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { contractRows, withOneRow } from '#lib/build/contract-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilfund-rows-'));
const rows = Object.entries<RouteRow>(contract);
const fileOf = ({ name }: RouteRow) => join(folder, `${name}.mjs`);

beforeAll(async () => {
  const entry = (key: string) => ({
    contents: `import ${JSON.stringify(`row:${key}`)}; export { rowOf } from '#functions/route-row.ts';`,
    resolveDir: process.cwd(),
    loader: 'js' as const,
  });
  const keyOf = new Map(rows.map(([key, { name }]) => [name, key]));
  await build({
    entryPoints: [...keyOf.keys()].map((name) => ({ in: `test:${name}`, out: name })),
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    plugins: [
      {
        name: 'entries',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^test:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'test' }));
          onLoad({ filter: /.*/, namespace: 'test' }, ({ path }) => entry(keyOf.get(path)!));
          // What admits people comes with the row and brings the table's client: not what is looked at here.
          onLoad({ filter: /accounts\/admission\.ts$/ }, () => ({
            contents: 'export const admitReader = null, admitWriter = null, readTokenCaller = null;',
          }));
        },
      },
      contractRows,
    ],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a schema says, whichever copy of the library made it. */
const saying = (schema: RouteRow['query'] | RouteRow['body']) =>
  schema === undefined || schema === 'raw' ? schema : z.toJSONSchema(schema, { unrepresentable: 'any' });

const plain = ({ query, body, response, ...rest }: RouteRow) => ({
  ...rest,
  query: saying(query),
  body: saying(body),
  response: saying(response),
});

describe('a bundle', () => {
  it.each(rows)('the bundle of %s contains its row', async (_, row) => {
    const { rowOf } = (await import(pathToFileURL(fileOf(row)).href)) as { rowOf: () => RouteRow };
    expect(plain(rowOf())).toEqual(plain(row));
  });

  it.each(rows)('the bundle of %s contains no other row', (key, row) => {
    const text = readFileSync(fileOf(row), 'utf8');
    const held = rows.filter(([, other]) => text.includes(`name:"${other.name}"`));
    expect(held.map(([one]) => one)).toEqual([key]);
  });
});

describe('a file of the contract', () => {
  const source = `const size = 3;
export const things = rows('cars', {
  'GET /a': { name: 'a', response: z.number() },
  'GET /b': { name: 'b', response: z.string().check(z.maxLength(size)) },
});`;

  it('a contract file is reduced to one row, and its other values are marked as pure', () => {
    expect(withOneRow(source, 'GET /b')).toBe(`const size = 3;
export const things = /* @__PURE__ */ (() => (rows('cars', {
  
  'GET /b': { name: 'b', response: z.string().check(z.maxLength(size)) },
})))();`);
  });

  it('a contract file keeps all rows for a function that uses the whole table', () => {
    expect(withOneRow(source, null)).toContain("'GET /a'");
  });
});
