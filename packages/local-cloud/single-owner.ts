import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Process = { pid: number; parent: number; start: string; command: string };

/** One process of Linux; undefined for one that has ended meanwhile. `start` tells it from a later one with its number. */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(fields[1]), start: fields[19] ?? '', command };
  } catch {
    return undefined;
  }
}

function processes(): Process[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => readProcess(Number(pid))).filter((one) => one !== undefined);
  }
  const columns = ['-axo', 'pid=,ppid=,lstart=,args='];
  const text = execFileSync('ps', columns, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return text.split('\n').map((line) => {
    const [, pid, parent, start = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.{24})\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), start, command };
  });
}

/** Everything that descends from a process, children before their children. A browser leaves its parent's process group, so groups do not tell. */
export function descendantsOf(pid: number): number[] {
  const table = processes();
  const found = [pid];
  for (const of of found) for (const { pid: child, parent } of table) if (parent === of) found.push(child);
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

const startOf = (pid: number): string | undefined => processes().find((one) => one.pid === pid)?.start;

/** What names our children on their command lines: each is started with its data folder. */
export function ownerMark(dataFolder: string): string {
  return `--local-cloud-data=${dataFolder}`;
}

/** Ends children of an earlier run of this data folder that was killed before it could end them itself. */
function endStale(dataFolder: string): void {
  const own = new Set([process.pid, ...descendantsOf(process.pid)]);
  const marks = [`${ownerMark(dataFolder)} `, `--db-path ${join(dataFolder, 'tables.sqlite')} `];
  for (const { pid, command } of processes()) {
    if (!own.has(pid) && marks.some((mark) => `${command} `.includes(mark))) killTree(pid);
  }
}

/** Said after a power cut: the last owner did not give its folder back. */
export const cutOffSentence =
  'The last run was cut off. Nothing that was promised is lost: what had begun goes on now.';

/** Null for a file that a power cut or a full disk left empty or half: whoever wrote it did not live to use the folder. */
function readOwner(file: string): { pid: number; start: string } | null {
  try {
    const { pid, start } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; start: string };
    return Number.isInteger(pid) && pid > 0 ? { pid, start } : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Makes this process the one that uses a data folder. Throws a sentence when another one does; ends what a killed one
 * has left, and says so. Returns how to give the folder back.
 */
export function takeOwnership(dataFolder: string, tell: (sentence: string) => void): () => void {
  const file = join(dataFolder, 'owner.json');
  if (existsSync(file)) {
    const owner = readOwner(file);
    if (owner && owner.pid !== process.pid && startOf(owner.pid) === owner.start) {
      throw new Error(`The local cloud is already running with ${dataFolder} (process ${owner.pid}).`);
    }
    tell(cutOffSentence);
  }
  endStale(dataFolder);
  writeFileSync(file, JSON.stringify({ pid: process.pid, start: startOf(process.pid) ?? '' }));
  return () => rmSync(file, { force: true });
}
