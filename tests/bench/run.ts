/**
 * `npm run bench -- NAME [options]`: one benchmark, which prints a table and, as its last line, one JSON object.
 * Without a name it lists them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const benches: Record<string, { does: string; nodeFlags?: string[] }> = {
  cold: { does: 'how large each function is and how fast it starts' },
  deals: {
    does: 'how many unchanged cars are called amazing, and how many cheap ones are found (--data DIR)',
  },
  import: { does: 'how fast marketplace pages are read', nodeFlags: ['--expose-gc'] },
  list: { does: 'how fast the list answers (--cars N,N)' },
  plates: { does: 'how well plates are read in photos (--data DIR)' },
  revalue: { does: 'what an hour of rating a catalog again takes (--cars N,N)' },
  valuation: { does: 'how well cars are valued (--data DIR)' },
  web: { does: 'what the app costs a visitor: sizes, Lighthouse, interactions' },
};

const [name = '--help', ...options] = process.argv.slice(2);
const bench = benches[name];
if (bench) {
  const file = join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, [...(bench.nodeFlags ?? []), file, ...options], {
    stdio: 'inherit',
    // What the product logs would stand between the rows.
    env: { LOG_LEVEL: 'warn', ...process.env },
  });
  process.exitCode = status ?? 1;
} else {
  console.info('npm run bench -- NAME [options]');
  for (const [each, { does }] of Object.entries(benches)) console.info(`  ${each.padEnd(10)} ${does}`);
  process.exitCode = name === '--help' ? 0 : 2;
}
