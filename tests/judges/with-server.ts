import { type SpawnOptions, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { killTree } from 'local-cloud/single-owner.ts';
import { freePort } from 'local-cloud/stable-port.ts';

/** On a machine that does much else; a server that gives up is noticed at once. */
const longestStartMs = 180_000;
const askEveryMs = 100;

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

type Program = {
  name: string;
  path: string;
  args: (port: number) => readonly string[];
  cwd?: string;
  environment?: (port: number) => NodeJS.ProcessEnv;
  scheme?: 'http' | 'https';
  /** Where it listens; "127.0.0.1" if nothing is said. */
  host?: string;
};

/** Starts a server of others on a free port, does the work when it listens, and ends it with all that it has started. */
export async function withServer<T>(
  { name, path, args, cwd, environment, scheme = 'http', host = '127.0.0.1' }: Program,
  work: (origin: string) => Promise<T> | T,
): Promise<T> {
  const port = await freePort();
  const origin = `${scheme}://127.0.0.1:${port}`;
  const options: SpawnOptions = {
    stdio: 'ignore',
    ...(cwd && { cwd }),
    ...(environment && { env: environment(port) }),
  };
  const server = spawn(path, args(port), options);
  try {
    const until = Date.now() + longestStartMs;
    while (!(await answers(host, port))) {
      if (Date.now() > until || server.exitCode !== null) throw new Error(`${name} did not start.`);
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
    return await work(origin);
  } finally {
    if (server.pid !== undefined) killTree(server.pid);
  }
}
