import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Where Linux lists the threads of this process: each has a priority of its own, which what it starts later takes over. */
const threads = '/proc/self/task';

/** Everything that was started before this call goes before this process and what it starts from now on. */
export function giveWay(): void {
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [process.pid];
  for (const id of ids) setPriority(id, constants.priority.PRIORITY_LOW);
}
