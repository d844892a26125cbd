import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '../build/output.ts';
import { Refusal } from '../refusal.ts';

/**
 * Runs a script of ours or of a package with this node, in the operator's terminal and with `variables` beside the
 * environment. @throws Refusal when it fails
 */
export function runProgram(
  path: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, path), ...args], {
      cwd: repositoryRoot,
      env: { ...process.env, ...variables },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Refusal(`${path} ended with an error, which stands above.`));
    });
  });
}
