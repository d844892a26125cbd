import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { buildExtension } from '#lib/build/build-extension.ts';
import { repositoryRoot } from '#lib/build/output.ts';

const installation = { origin: 'https://bilfund.example', demoOrigin: null };
const folder = mkdtempSync(join(tmpdir(), 'bilfund-extension-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the linter of Firefox’s store finds no error, warning or notice', async () => {
  const path = join(folder, 'firefox.zip');
  writeFileSync(path, await buildExtension('firefox', installation, join(folder, 'linted')));
  const { stdout } = await promisify(execFile)(join(repositoryRoot, 'node_modules/.bin/addons-linter'), [
    '--output=json',
    path,
  ]);
  const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, unknown[]>;
  expect({ errors, warnings, notices }).toEqual({ errors: [], warnings: [], notices: [] });
});
