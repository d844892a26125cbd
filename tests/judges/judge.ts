import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { killTree } from 'local-cloud/single-owner.ts';
import { freePort } from 'local-cloud/stable-port.ts';
import { stages } from '#lib/stage.ts';

/** A finding that stands, and why. */
export type Acknowledgement = { finding: RegExp; because: string };

export type Verdict = {
  checked: number;
  findings: string[];
  acknowledged?: number;
  /** What it measured. */
  says?: string;
};

/** Thrown where its tool cannot run: said, and fails nothing. */
export class Unable extends Error {}

/** Other people's software, held against ours. */
export type Judge = {
  name: string;
  /** `from`: the assembly of a former version, which is upgraded. */
  judge(options: { record: boolean; from?: string | undefined }): Promise<Verdict>;
};

/** What was found less what is acknowledged. An acknowledgement that nothing needs any more is a finding itself. */
export function without(
  acknowledgements: readonly Acknowledgement[],
  found: readonly string[],
): Pick<Verdict, 'findings' | 'acknowledged'> {
  const findings = found.filter((each) => !acknowledgements.some(({ finding }) => finding.test(each)));
  const idle = acknowledgements.filter(({ finding }) => !found.some((each) => finding.test(each)));
  return {
    findings: [...findings, ...idle.map(({ finding }) => `acknowledged, but not found any more: ${finding}`)],
    acknowledged: found.length - findings.length,
  };
}

export const cache = resolve('node_modules/.cache/judges');

/** The folder of the programs of a tool from PyPI, which gets an environment of its own. */
export function pythonTool(name: string, ...requirements: string[]): string {
  if (spawnSync('python3', ['--version']).status !== 0) throw new Unable('There is no Python 3 here.');
  const folder = join(cache, name);
  const [bin, stamp, wanted] = [join(folder, 'bin'), join(folder, 'installed'), requirements.join('\n')];
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return bin;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(bin, 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...requirements],
  ];
  for (const [command, ...args] of steps) {
    const { status, stderr } = spawnSync(command!, args, { encoding: 'utf8' });
    if (status !== 0)
      throw new Unable(`${requirements.join(', ')} could not be installed: ${stderr.slice(-300)}`);
  }
  writeFileSync(stamp, wanted);
  return bin;
}

/** What a script beside this file prints as JSON when it is given JSON. */
export function askPython<T>(bin: string, script: string, given: unknown): T {
  const { status, stdout, stderr } = spawnSync(join(bin, 'python'), [join(import.meta.dirname, script)], {
    ...{ input: JSON.stringify(given), encoding: 'utf8', maxBuffer: 2 ** 28 },
  });
  if (status !== 0) throw new Error(`${script} failed: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as T;
}

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

const loud = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };

type Synthesized = { stage: string; folder: string; templates: string[] };
let synthesized: Synthesized[] | undefined;

/** The templates of each stage as they are deployed, and their folder, which also holds the bundles. Once for all judges. */
export function synthesizeStages(): Synthesized[] {
  synthesized ??= synthesize();
  return synthesized;
}

function synthesize(): Synthesized[] {
  if (spawnSync('node', ['lib/build/build.ts'], loud).status !== 0) throw new Error('The build failed.');
  return stages.map((stage) => {
    const folder = join(cache, `cdk.out-${stage}`);
    rmSync(folder, { recursive: true, force: true });
    const args = [
      'synth',
      '--strict',
      '--quiet',
      '--context',
      `stage=${stage}`,
      '--context',
      'synthOnly=true',
      '--output',
      folder,
    ];
    const { status, stderr } = spawnSync('cdk', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The stage ${stage} could not be synthesized: ${stderr}`);
    const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
    return { stage, folder, templates: templates.map((name) => join(folder, name)) };
  });
}
