import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unable } from '../judge.ts';

const root = '/sys/fs/cgroup';
const periodMicroseconds = 100_000;

type Limits = { cpus: number; memoryBytes: number };

/** The control groups of both versions, made with their limits; `peakFile` says how much memory was in use at most. */
function makeGroups(name: string, { cpus, memoryBytes }: Limits): { groups: string[]; peakFile: string } {
  const quota = Math.round(cpus * periodMicroseconds);
  const isUnified = existsSync(join(root, 'cgroup.controllers'));
  const groups = isUnified ? [join(root, name)] : [join(root, 'cpu', name), join(root, 'memory', name)];
  const [first = '', last = first] = groups;
  try {
    for (const group of groups) mkdirSync(group);
    if (isUnified) writeFileSync(join(first, 'cpu.max'), `${quota} ${periodMicroseconds}`);
    else {
      writeFileSync(join(first, 'cpu.cfs_period_us'), String(periodMicroseconds));
      writeFileSync(join(first, 'cpu.cfs_quota_us'), String(quota));
    }
    writeFileSync(join(last, isUnified ? 'memory.max' : 'memory.limit_in_bytes'), String(memoryBytes));
  } catch {
    throw new Unable('It needs to be root and to make control groups of its own.');
  }
  return { groups, peakFile: join(last, isUnified ? 'memory.peak' : 'memory.max_usage_in_bytes') };
}

/**
 * Runs a program of ours with these limits and where it believes to be in Lambda: /var/runtime is there, for it alone, and
 * its own empty folder for what it writes.
 */
export async function runNarrow(
  limits: Limits,
  program: readonly string[],
): Promise<{ code: number | null; out: string; err: string; peakBytes: number }> {
  const { groups, peakFile } = makeGroups(`bilfund-judge-${process.pid}`, limits);
  const folder = mkdtempSync(join(tmpdir(), 'narrow-'));
  const enter = groups.map((group) => `echo $$ > ${group}/cgroup.procs`);
  const script = [...enter, 'mount -t tmpfs none /var', 'mkdir /var/runtime', 'exec "$@"'].join(' && ');
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', process.execPath, ...program], {
    env: { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', TMPDIR: folder },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString('utf8');
  });
  child.stderr.on('data', (part: Buffer) => {
    err += part.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  const peakBytes = existsSync(peakFile) ? Number(readFileSync(peakFile, 'utf8')) : 0;
  rmSync(folder, { recursive: true, force: true });
  for (const group of groups) {
    // What is still ending leaves the group within a moment.
    for (let tries = 0; existsSync(group) && tries < 50; tries++) {
      try {
        rmdirSync(group);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
  return { code, out, err, peakBytes };
}
