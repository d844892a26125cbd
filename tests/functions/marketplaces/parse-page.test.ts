import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../functions/marketplaces/parse-page.ts', import.meta.url));
const fixture = fileURLToPath(new URL('../../fixtures/marketplace/search.html', import.meta.url));

describe('the parse command', () => {
  test('prints what the parser reads from a saved page', () => {
    const page = JSON.parse(execFileSync(process.execPath, [script, fixture], { encoding: 'utf8' }));
    expect(page).toMatchObject({ kind: 'search', failure: null });
    expect(page.listings).toHaveLength(7);
  });

  test('reads the page from standard input with an address', () => {
    const url = 'https://www.facebook.com/marketplace/item/42/';
    const html = '<html id="facebook"></html>';
    const page = JSON.parse(
      execFileSync(process.execPath, [script, '-', '--url', url], { encoding: 'utf8', input: html }),
    );
    expect(page.failure.class).toBe('withheld');
  });

  test.each([
    [[]],
    [['a', 'b']],
    [['--nonsense', 'x']],
    [['/no/such/file.html']],
    [[fixture, '--status', 'x']],
  ])('exits with 2 when called with the wrong arguments %j', (words) => {
    const { status, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('usage:');
  });
});
