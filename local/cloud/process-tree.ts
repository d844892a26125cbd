import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Pid and parent's pid of every process. */
function processTable(): [number, number][] {
  if (process.platform !== 'linux') {
    const text = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
    return text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  const table: [number, number][] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      table.push([Number(name), Number(fields[1])]);
    } catch {
      // It ended while we were looking.
    }
  }
  return table;
}

/** Everything that descends from a process, children before their children. A browser leaves its parent's process group, so groups do not tell. */
export function descendantsOf(pid: number): number[] {
  const table = processTable();
  const found = [pid];
  for (const parent of found) for (const [child, of] of table) if (of === parent) found.push(child);
  return found.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

/** Ends a process and everything it started, at once. */
export function killTree(pid: number): void {
  const all = [...descendantsOf(pid), pid];
  for (const one of all) kill(one);
}

/** Ends what this process has started, not itself. */
export function killDescendants(): void {
  for (const one of descendantsOf(process.pid)) kill(one);
}
