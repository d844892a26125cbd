import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Unable } from './judge.ts';

export const cache = resolve('node_modules/.cache/judges');

/** The folder of the programs of a tool from PyPI, which gets an environment of its own. */
export function pythonTool(name: string, ...requirements: string[]): string {
  if (spawnSync('python3', ['--version']).status !== 0) throw new Unable('There is no Python 3 here.');
  const folder = join(cache, name);
  const [bin, stamp, wanted] = [join(folder, 'bin'), join(folder, 'installed'), requirements.join('\n')];
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return bin;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(bin, 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...requirements],
  ];
  for (const [command, ...args] of steps) {
    const { status, stderr } = spawnSync(command!, args, { encoding: 'utf8' });
    if (status !== 0)
      throw new Unable(`${requirements.join(', ')} could not be installed: ${stderr.slice(-300)}`);
  }
  writeFileSync(stamp, wanted);
  return bin;
}

/** What a script beside this file prints as JSON when it is given JSON. */
export function askPython<T>(bin: string, script: string, given: unknown): T {
  const { status, stdout, stderr } = spawnSync(join(bin, 'python'), [join(import.meta.dirname, script)], {
    ...{ input: JSON.stringify(given), encoding: 'utf8', maxBuffer: 2 ** 28 },
  });
  if (status !== 0) throw new Error(`${script} failed: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as T;
}
