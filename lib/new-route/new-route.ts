import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contract } from '#core/contract/table.ts';
import { planRoute, Refusal } from './plan-route.ts';

/** `npm run new-route -- NAME "GET /api/…"`, in the folder of the repository. Writes nothing when it refuses. */
const [name = '', key = ''] = process.argv.slice(2);
const folder = 'core/contract/routes';
const routeFiles = Object.fromEntries(
  readdirSync(folder).map((file) => [`${folder}/${file}`, readFileSync(`${folder}/${file}`, 'utf8')]),
);
const run = (command: string, ...words: string[]) =>
  execFileSync(`node_modules/.bin/${command}`, words, { stdio: ['ignore', 'ignore', 'inherit'] });

try {
  const files = planRoute(name, key, { routeFiles, rows: contract });
  const taken = Object.keys(files).find((path) => !(path in routeFiles) && existsSync(path));
  if (taken) throw new Refusal(`There is a file ${taken} already.`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.info(`wrote ${path}`);
  }
  run('biome', 'format', '--write', ...Object.keys(files));
  run('vitest', 'run', '--project', 'unit', 'tests/core/contract/contract.test.ts', '--update');
  console.info('wrote tests/core/contract/contract.txt: what callers are promised');
  console.info('Now write what it takes and answers into the row, and what it does into the handler.');
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
