import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildButton } from '#lib/build/build-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'button-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What Firefox keeps of a bookmark's address (Chromium: two million), less the settings in front of the code. */
const mostCharacters = 65_536 - 4_096;

it('builds a button whose bookmark every browser keeps whole', async () => {
  const file = join(folder, 'button.js');
  await buildButton(file);
  const code = readFileSync(file, 'utf8');
  expect(encodeURIComponent(code).length).toBeLessThan(mostCharacters);
});
