import { execFileSync } from 'node:child_process';

/**
 * Runs a script in a process of its own, where nothing else was done before: its memory, and which table its clients speak to,
 * are then its own. The last line that it prints is its answer, as JSON; what it says as an error is shown.
 */
export function inOwnProcess<T>(
  nodeOptions: readonly string[],
  script: string,
  options: readonly string[],
): T {
  const printed = execFileSync(process.execPath, [...nodeOptions, script, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  return JSON.parse(printed.trim().split('\n').at(-1)!) as T;
}
