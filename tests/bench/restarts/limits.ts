import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { createServer, connect as open, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** How long the kernel counts before a share is used up, in microseconds: as functions are held to theirs. */
const periodUs = 20_000;

export type Share = { prefix: readonly string[]; end(): void };

/**
 * Holds processes to a share of one processor, by a group of the kernel's. `prefix` is what begins a process in it.
 * @throws where this machine does not allow such groups
 */
export function limitShare(share: number): Share {
  const folder = join('/sys/fs/cgroup/cpu', `bilfund-bench-${process.pid}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
  writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(periodUs * share)));
  const join_ = `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`;
  return {
    prefix: ['/bin/sh', '-c', join_, 'sh'],
    end: () => rmdirSync(folder),
  };
}

/** Lets bytes through as fast as all lines together may carry them. */
function slowed(take: (bytes: number) => Promise<void>): Transform {
  return new Transform({
    transform(part: Buffer, _, done) {
      take(part.length).then(() => done(null, part), done);
    },
  });
}

export type Line = { origin: string; bytes(): number; close(): Promise<void> };

/** A line to the server at `origin` that carries so many bytes a second towards its clients, all connections together. */
export async function slowLine(origin: string, bytesPerSecond: number): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const open_ = new Set<Socket>();
  let carried = 0;
  let freeAtMs = 0;
  const take = async (bytes: number) => {
    carried += bytes;
    const now = performance.now();
    freeAtMs = Math.max(freeAtMs, now) + (bytes / bytesPerSecond) * 1000;
    // Timers are no finer than a millisecond: some are let through early, and the next wait longer.
    if (freeAtMs - now > 2) await pause(freeAtMs - now);
  };
  const server = createServer((client) => {
    const behind = open({ host: hostname, port: Number(port) });
    for (const socket of [client, behind]) {
      open_.add(socket);
      socket.on('error', () => void [client.destroy(), behind.destroy()]);
      socket.on('close', () => open_.delete(socket));
    }
    client.pipe(behind);
    behind.pipe(slowed(take)).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    bytes: () => carried,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open_) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
