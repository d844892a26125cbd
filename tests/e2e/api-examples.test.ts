import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { buyPremium, sharedProduct, signUp } from '#tests/support/product.ts';

const run = promisify(execFile);

/** The examples of the document: its third-level headings, each with a block for the shell and one in TypeScript. */
async function readExamples(): Promise<{ name: string; shell: string; script: string }[]> {
  const text = await readFile('docs/api.md', 'utf8');
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const block = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(part)![1]!;
      return { name: part.split('\n')[0]!, shell: block('sh'), script: block('ts') };
    });
}

test('each example of the API’s document answers the same in the shell and in TypeScript', async () => {
  const product = await sharedProduct();
  const owner = await signUp(product, 'examples-owner@example.dk');
  const list = (await owner.ask<CarListWire>('GET', '/api/cars?dropped=recent')).body;
  await owner.ask('PUT', `/api/stars/${list.cars[0]!.id}`);
  await buyPremium(owner);
  const scopes = ['read', 'follow', 'write'];
  const made = await owner.ask<{ token: string }>('POST', '/api/tokens', { name: 'docs', scopes, days: 1 });
  const env = { ...process.env, BILFUND: product.url, BILFUND_TOKEN: made.body.token, NODE_NO_WARNINGS: '1' };
  const folder = await mkdtemp(join(tmpdir(), 'bilfund-examples-'));
  const answers: Record<string, unknown>[] = [];
  try {
    for (const { name, shell, script } of await readExamples()) {
      const file = join(folder, 'example.ts');
      await writeFile(file, script);
      const byShell = JSON.parse((await run('bash', ['-euo', 'pipefail', '-c', shell], { env })).stdout);
      const byScript = JSON.parse((await run(process.execPath, [file], { env })).stdout);
      expect(byScript, name).toEqual(byShell);
      answers.push(byScript);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(answers).toMatchObject([
    { totalCount: 1, cars: [{ isStarred: true }] },
    { id: expect.any(String), deal: expect.any(String) },
    { subscription: { kind: 'list', status: 'active' } },
    {
      total: 2,
      rows: [
        { line: 2, error: 'plate_unknown' },
        { line: 3, error: 'plate_invalid' },
      ],
    },
  ]);
});
