import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unable } from './judge.ts';
import { cache } from './python-tool.ts';

/** The folder of a package from npm, which is installed apart: the product's own packages are not to know of judges. */
export function npmTool(name: string, wanted: string): string {
  const folder = join(cache, name);
  const stamp = join(folder, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const args = ['install', '--no-audit', '--no-fund', '--silent', wanted];
  if (spawnSync('npm', args, { cwd: folder }).status !== 0)
    throw new Unable(`${wanted} could not be installed.`);
  writeFileSync(stamp, wanted);
  return folder;
}
