import { type SpawnOptions, spawn } from 'node:child_process';
import { freePort } from 'embedded-cloud/wire/free-port.ts';

const longestStartMs = 30_000;
const askEveryMs = 100;

async function answers(origin: string): Promise<boolean> {
  try {
    await fetch(origin, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
}

type Program = { name: string; path: string; args: (port: number) => readonly string[]; cwd?: string };

/** Starts a server of others on a free port, does the work when it answers, whatever it says, and ends it. */
export async function withServer<T>(
  { name, path, args, cwd }: Program,
  work: (origin: string) => Promise<T> | T,
): Promise<T> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const options: SpawnOptions = { stdio: 'ignore', ...(cwd && { cwd }) };
  const server = spawn(path, args(port), options);
  try {
    const until = Date.now() + longestStartMs;
    while (!(await answers(origin))) {
      if (Date.now() > until || server.exitCode !== null) throw new Error(`${name} did not start.`);
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
    return await work(origin);
  } finally {
    server.kill();
  }
}
