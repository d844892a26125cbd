import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '#lib/build/output.ts';

/**
 * Runs the scraper's code (functions/marketplaces/visitor.ts) with these variables until it ends; returns its exit code. It has a process
 * group of its own: Ctrl-C reaches it through us alone, and counts once.
 */
export function runVisits(variables: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repositoryRoot, 'functions/marketplaces/visitor.ts')], {
      cwd: repositoryRoot,
      env: { ...process.env, TZ: 'UTC', ...variables },
      // The channel breaks when we are gone: then it ends after its visit.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, passOn);
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, passOn);
      resolve(code ?? 1);
    });
  });
}
