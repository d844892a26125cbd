import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from 'embedded-cloud/wire/free-port.ts';
import { Unable } from '../judge.ts';
import { cache } from '../python-tool.ts';

const version = 'v0.203.0';
const folder = join(cache, `stripe-mock-${version}`);
const modules = join(folder, 'modules');

/** What Stripe publishes of its API, as the mock holds it. */
export const specification = join(
  modules,
  `github.com/stripe/stripe-mock@${version}/embedded/openapi/spec3.json`,
);

export function install(): void {
  if (spawnSync('go', ['version']).status !== 0) throw new Unable('There is no Go here.');
  if (existsSync(join(folder, 'stripe-mock'))) return;
  const installed = spawnSync('go', ['install', '-modcacherw', `github.com/stripe/stripe-mock@${version}`], {
    env: { ...process.env, GOBIN: folder, GOMODCACHE: modules },
  });
  if (installed.status !== 0) throw new Unable(`Go could not install stripe-mock ${version}.`);
}

async function answers(origin: string): Promise<boolean> {
  try {
    await fetch(origin);
    return true;
  } catch {
    return false;
  }
}

const longestStartMs = 30_000;

/** Starts it on a free port, does the work and ends it. */
export async function withStripeMock<T>(work: (origin: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(join(folder, 'stripe-mock'), ['-http-port', String(port)], { stdio: 'ignore' });
  try {
    const until = Date.now() + longestStartMs;
    while (!(await answers(origin))) {
      if (Date.now() > until || server.exitCode !== null) throw new Error('stripe-mock did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await work(origin);
  } finally {
    server.kill();
  }
}
