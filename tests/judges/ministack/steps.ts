import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Found, Given } from './import-through.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const longestStepMs = 300_000;

export type Said = { status: number | null; text: string; seconds: number };

/** Runs a command of the project as its operator would; what it said is kept, and what hangs is ended. */
function run(path: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Said> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(path, [...args], {
      cwd: root,
      // The browsers of an import and the toolkit's helpers end with it.
      detached: true,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const keep = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), longestStepMs);
    child.once('error', reject);
    child.once('exit', (status) => {
      clearTimeout(timer);
      resolve({ status, text, seconds: (performance.now() - from) / 1000 });
    });
  });
}

/** What an operator does, and what a person asks of what the operator has deployed. */
export function stepsWith(environment: NodeJS.ProcessEnv, account: string) {
  const command = (path: string, ...args: string[]) => run(path, args, environment);
  return {
    bootstrap: () => command('cdk', 'bootstrap', `aws://${account}/eu-north-1`),
    deploy: (assembly: string) =>
      command(
        'npm',
        ...['run', 'deploy', '--', '--stage', 'dev'],
        ...['--', '--require-approval', 'never', '--app', assembly],
      ),
    copyFiles: (assembly: string, site: string) =>
      command('node', fileURLToPath(new URL('copy-files.ts', import.meta.url)), assembly, site),
    /** `verify` or `doctor`. */
    look: (what: 'verify' | 'doctor') => command('npm', 'run', what, '--', '--stage', 'dev'),
    async ask(given: Given): Promise<Found & { seconds: number }> {
      const script = fileURLToPath(new URL('import-through.ts', import.meta.url));
      const { status, text, seconds } = await command('node', script, JSON.stringify(given));
      const answer = text.trim().split('\n').at(-1) ?? '';
      if (status !== 0 || !answer.startsWith('{'))
        throw new Error(`It could not be asked: ${text.slice(-1500)}`);
      return { ...(JSON.parse(answer) as Found), seconds };
    },
  };
}
