import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { contract } from '#core/contract/table.ts';
import { workers } from '#core/contract/workers.ts';
import { doors } from './seeded/doors.ts';

// `npm run simulate -- sweep` lets every call of each of them fail; every build lets three calls of each.
describe('the sweep', () => {
  it('the fault sweep covers every route of the contract and every worker', () => {
    expect([...doors.keys()].sort()).toEqual([...Object.keys(contract), ...Object.keys(workers)].sort());
  });

  it('every invariant holds when the first, middle or last call of a function fails', async () => {
    const script = join(import.meta.dirname, 'seeded/sweep.ts');
    // A violation ends it with an error, which shows what did not hold.
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--sample', '1']).catch(
      (failed: { stdout: string }) => failed,
    );
    const { tried, wrong, statuses } = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(150);
    const refused = Object.entries<number>(statuses).filter(([, status]) => status >= 400);
    // Nobody's cookie is known, nobody's token of a link in our messages, no photo's key, no feed's secret, and nobody has an access token to revoke.
    expect(refused.map(([name]) => name)).toEqual([
      'POST /api/auth/refresh',
      'POST /api/unsubscribe',
      'GET /picture/{folder}/{photo}',
      'POST /api/extend-search',
      'GET /feed/{owner}/{search}/{secret}/{format}',
      'DELETE /api/tokens/{id}',
    ]);
  }, 600_000);
});
