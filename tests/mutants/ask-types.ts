import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutations.ts';

/** Below the project, so that its packages are found; of this run alone. */
const copy = `.build/mutants-${process.pid}`;
const projects = ['tsconfig.json', 'web/tsconfig.json'];

/** A copy of the sources, to change a file of. */
function copySources(): void {
  rmSync(copy, { recursive: true, force: true });
  const kinds = ['ts', 'tsx', 'mts', 'mjs', 'js', 'json', 'css', 'svg'].map((kind) => `*.${kind}`);
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...kinds]);
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    copyFileSync(file, join(copy, file));
  }
}

const isRefused = () =>
  projects.some((project) => spawnSync('tsc', ['--noEmit', '-p', project], { cwd: copy }).status !== 0);

/**
 * Asks the compiler, as `npm test` does, whether it refuses a change that no test noticed: a name that no type knows any more,
 * say. The answer takes as long as the compiler does.
 * @throws where it refuses the sources as they are
 */
export function startTypes(): (mutant: Mutant) => boolean {
  copySources();
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  if (isRefused()) throw new Error('The compiler refuses the sources without any change: see npm run types.');
  return ({ path, text }) => {
    writeFileSync(join(copy, path), text);
    const refused = isRefused();
    copyFileSync(path, join(copy, path));
    return refused;
  };
}
