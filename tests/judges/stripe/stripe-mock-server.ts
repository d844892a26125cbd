import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Unable } from '../judge.ts';
import { cache } from '../python-tool.ts';
import { withServer } from '../with-server.ts';

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

/** Starts it, does the work and ends it. */
export const withStripeMock = <T>(work: (origin: string) => Promise<T>): Promise<T> =>
  withServer(
    {
      name: 'stripe-mock',
      path: join(folder, 'stripe-mock'),
      args: (port) => ['-http-port', String(port)],
    },
    work,
  );
