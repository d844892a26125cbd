import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDirectory, repositoryRoot } from '#lib/build/output.ts';

/** On the same disk as the packages. */
const copy = join(buildDirectory, 'operator');

function said(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: repositoryRoot, encoding: 'utf8', maxBuffer: 2 ** 26 },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Does the work in an operator's clone, in which a stage's file may be edited: what git knows of the project, and its packages. */
export async function inProjectCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  rmSync(copy, { recursive: true, force: true });
  const files = said('git', 'ls-files', '-z').split('\0').filter(Boolean);
  for (const folder of new Set(files.map((file) => dirname(file))))
    mkdirSync(join(copy, folder), { recursive: true });
  for (const file of files) copyFileSync(join(repositoryRoot, file), join(copy, file));
  const packages = readdirSync(join(repositoryRoot, 'node_modules')).filter((name) => name !== '.cache');
  mkdirSync(join(copy, 'node_modules'));
  // Hard links: through a link to the folder, packages would be found to stand in the original.
  said('cp', '-al', ...packages.map((name) => join('node_modules', name)), join(copy, 'node_modules'));
  try {
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}
