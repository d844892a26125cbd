import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerRow } from '#core/contract/workers.ts';
import { bundleFunctions } from '#lib/build/bundle-functions.ts';
import { repositoryRoot } from '#lib/build/output.ts';
import type { DeclaredFunction } from '#lib/functions.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilfund-bundle-'));
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'shared.ts',
    `export const greet = (name: string): string => 'hello ' + name + ' of the shared file';`,
  );
  write('late.ts', `export const later = 'said later';`);
  write(
    'first.ts',
    `import { greet } from './shared.ts'; export const handler = async () => greet('first');`,
  );
  write(
    'second.ts',
    `import { greet } from './shared.ts';
     export const handler = async () => greet('second') + (await import('./late.ts')).later;`,
  );
  write(
    'payer.ts',
    `export const handler = async () => {
       const [verify, jwk, again] = await Promise.all([
         import('aws-jwt-verify'), import('aws-jwt-verify/jwk'), import('aws-jwt-verify'),
       ]);
       return [typeof verify.JwtVerifier.create, typeof jwk.SimpleJwksCache, typeof again, typeof again.JwtVerifier];
     };`,
  );
  write(
    'table.ts',
    `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
     const client = new DynamoDBClient({});
     export const handler = async () => client.config.region();`,
  );
  write('third.ts', `export const handler = async () => 'alone';`);
  write('photos.ts', `import sharp from 'sharp'; export const handler = async () => sharp;`);
  write(
    'lazy.ts',
    `export const handler = async (x: boolean) => (x ? await import('sharp') : 'not loaded');`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function worker(name: string, row: Partial<WorkerRow> = {}): DeclaredFunction {
  const source = relative(repositoryRoot, join(folder, `${name}.ts`));
  const plain: WorkerRow = {
    subject: '',
    trigger: { kind: 'schedule', every: 'hour' },
    needs: [],
    settings: [],
    summary: name,
  };
  return { kind: 'worker', name, source, exportName: 'handler', row: { ...plain, ...row } };
}

let builds = 0;
async function bundle(...functions: DeclaredFunction[]) {
  return build(functions);
}
async function build(functions: DeclaredFunction[], options?: { maps: boolean }) {
  const into = join(folder, `build-${++builds}`);
  mkdirSync(into);
  await bundleFunctions(functions, into, options);
  return (name: string) => {
    const directory = join(into, 'functions', name);
    const files = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
      .sort();
    const read = () =>
      files.map((file) => `${file}\n${readFileSync(join(directory, file), 'utf8')}`).join('\n');
    return { directory, files, text: read() };
  };
}

describe('the bundles', () => {
  it('a bundle is one file with what its function uses, also by late imports, and nothing else', async () => {
    const built = await bundle(worker('first'), worker('second'), worker('third'));
    expect(built('first').text).toContain('of the shared file');
    expect(built('first').text).not.toMatch(/said later|alone/);
    expect(built('second').text).toContain('of the shared file');
    expect(built('second').text).toContain('said later');
    for (const name of ['first', 'second', 'third'])
      expect(built(name).files).toEqual(['index.mjs', 'package.json']);
  });

  it('a bundle does not depend on the functions bundled with it', async () => {
    const together = await bundle(worker('first'), worker('second'), worker('third'));
    for (const name of ['first', 'second', 'third'])
      expect((await bundle(worker(name)))(name).text).toBe(together(name).text);
  });

  it('packages that are imported late are in the bundle and load from there', async () => {
    const built = await bundle(worker('payer'));
    expect(built('payer').files).toEqual(['index.mjs', 'package.json']);
    const { handler } = await import(pathToFileURL(join(built('payer').directory, 'index.mjs')).href);
    expect(await handler()).toEqual(['function', 'function', 'object', 'function']);
  });

  it('the SDK in a bundle looks for credentials in the environment alone', async () => {
    const built = await bundle(worker('table'));
    expect(built('table').text).toContain('AWS_SECRET_ACCESS_KEY');
    expect(built('table').text).not.toContain('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI');
  });

  it('bundles load as Lambda loads them: index.handler of a module', async () => {
    const built = await bundle(worker('first'), worker('second'));
    const { handler } = await import(pathToFileURL(join(built('second').directory, 'index.mjs')).href);
    expect(await handler()).toBe('hello second of the shared filesaid later');
  });

  it('equal sources give equal bundles, and an edit changes only the affected ones', async () => {
    const functions = [worker('first'), worker('second'), worker('third')];
    const original = await bundle(...functions);
    const repeated = await bundle(...functions);
    writeFileSync(join(folder, 'third.ts'), `export const handler = async () => 'still alone';`);
    const edited = await bundle(...functions);
    for (const name of ['first', 'second', 'third']) expect(repeated(name).text).toBe(original(name).text);
    for (const name of ['first', 'second']) expect(edited(name).text).toBe(original(name).text);
    expect(edited('third').text).not.toBe(original('third').text);
  });

  it('bundles have source maps only on request', async () => {
    const built = await bundle(worker('first'));
    const mapped = await build([worker('first')], { maps: true });
    expect(built('first').files).toEqual(['index.mjs', 'package.json']);
    expect(mapped('first').files).toEqual(['index.mjs', 'index.mjs.map', 'package.json']);
    const code = (directory: string) => readFileSync(join(directory, 'index.mjs'), 'utf8');
    expect(code(mapped('first').directory)).toBe(code(built('first').directory));
  });
});

describe('errors of the build', () => {
  it('the build names a row that has no handler', async () => {
    await expect(bundle(worker('first'), worker('forgotten'))).rejects.toThrow(
      /No handler for forgotten \(.*forgotten\.ts\)/,
    );
  });

  it('the build refuses a function that loads a native package at start which its row does not stage', async () => {
    await expect(bundle(worker('photos'))).rejects.toThrow('photos imports sharp but its row');
  });

  it('the build accepts a function that loads a native package only on an unused path', async () => {
    const built = await bundle(worker('lazy'));
    expect(built('lazy').files).not.toContain('node_modules');
  });
});
