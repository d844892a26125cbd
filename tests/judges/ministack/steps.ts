import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '#lib/build/output.ts';
import type { Answer } from '#lib/operations/doctor.ts';
import type { Verdict } from '../judge.ts';
import { account, code, type Emulator } from './emulator.ts';
import type { Found, Given } from './import-through.ts';

const longestStepMs = 300_000;
const person = { email: 'operator@example.dk', password: 'hemmelig-kode', code };

export type Said = { status: number | null; text: string; seconds: number };

/** Runs a command of the project as its operator would; what it said is kept, and what hangs is ended. */
function run(
  root: string,
  path: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(path, [...args], {
      cwd: root,
      // The browsers of an import and the toolkit's helpers end with it.
      detached: true,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const keep = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), longestStepMs);
    child.once('error', reject);
    child.once('exit', (status) => {
      clearTimeout(timer);
      resolve({ status, text, seconds: (performance.now() - from) / 1000 });
    });
  });
}

const copyScript = fileURLToPath(new URL('copy-files.ts', import.meta.url));
const deleteScript = fileURLToPath(new URL('delete-stack.ts', import.meta.url));
const importScript = fileURLToPath(new URL('import-through.ts', import.meta.url));

/** What an operator does in a folder of the project, and what a person asks of what the operator has deployed. */
export function stepsWith({ stage, site, environment }: Emulator, root = repositoryRoot) {
  const command = (path: string, ...args: string[]) => run(root, path, args, environment);
  return {
    /** A program of a tool that is installed elsewhere, or one of the project's. */
    command,
    bootstrap: () => command(join(root, 'node_modules/.bin/cdk'), 'bootstrap', `aws://${account}/eu-north-1`),
    deploy: (assembly: string) =>
      command(
        'npm',
        ...['run', 'deploy', '--', '--stage', stage],
        ...['--', '--require-approval', 'never', '--app', assembly],
      ),
    deleteStack: (name: string) => command('node', deleteScript, name),
    copyFiles: (assembly: string) => command('node', copyScript, assembly, site, stage),
    /** `verify` or `doctor`. */
    look: (what: 'verify' | 'doctor') => command('npm', 'run', 'ops', '--', what, '--stage', stage),
    async ask(wanted: Pick<Given, 'isNew' | 'search'>): Promise<Found & { seconds: number }> {
      const given = JSON.stringify({ site, ...person, ...wanted } satisfies Given);
      const { status, text, seconds } = await command('node', importScript, given);
      const answer = text.trim().split('\n').at(-1) ?? '';
      if (status !== 0 || !answer.startsWith('{'))
        throw new Error(`It could not be asked: ${text.slice(-1500)}`);
      return { ...(JSON.parse(answer) as Found), seconds };
    },
  };
}

/** What a new account has not got, and its operator is told of: keys of others. */
const expectedMissing = ['secrets'];

/** What a rehearsal finds, and how long each of its steps took. */
export class Rehearsal {
  readonly findings: string[] = [];
  private readonly times: string[] = [];

  async step(what: string, begin: () => Promise<Said>): Promise<Said> {
    const said = await begin();
    this.times.push(`${what} ${said.seconds.toFixed(0)} s`);
    return said;
  }

  /** A step that must succeed: says whether it did. */
  async succeeds(what: string, begin: () => Promise<Said>): Promise<boolean> {
    const { status, text, seconds } = await this.step(what, begin);
    if (status !== 0)
      this.findings.push(`"${what}" failed after ${seconds.toFixed(0)} s: ${text.slice(-1500)}`);
    return status === 0;
  }

  /** A step that must be refused, with words that tell why. */
  async isRefused(what: string, words: readonly RegExp[], begin: () => Promise<Said>): Promise<void> {
    const { status, text } = await this.step(what, begin);
    if (status === 0) this.findings.push(`"${what}" is not refused.`);
    for (const word of words)
      if (!word.test(text)) this.findings.push(`"${what}" does not say ${word}: ${text.slice(-1500)}`);
  }

  /** A command that only looks must find nothing missing, and be able to look at everything. */
  async findsNothing(what: 'verify' | 'doctor', look: () => Promise<Said>): Promise<void> {
    const { text } = await this.step(what, look);
    const answer = text.trim().split('\n').at(-1) ?? '';
    if (!answer.startsWith('{')) {
      this.findings.push(`${what} gives no answer: ${text.slice(-1500)}`);
      return;
    }
    for (const { name, state, sentence } of (JSON.parse(answer) as { checks: Answer[] }).checks) {
      if (state === 'missing' && !expectedMissing.includes(name))
        this.findings.push(`${what} misses ${name}: ${sentence}`);
      if (sentence.startsWith('It could not be looked at'))
        this.findings.push(`${what} cannot look at ${name}: ${sentence}`);
    }
  }

  /** An import must be complete and bring cars: says how many. */
  async imports(ask: () => Promise<Found & { seconds: number }>): Promise<number> {
    const { cars, imported, seconds } = await ask();
    this.times.push(`import of ${cars} cars ${seconds.toFixed(0)} s`);
    if (imported?.status !== 'completed' || cars === 0)
      this.findings.push(`The import ended as ${JSON.stringify(imported)} with ${cars} cars.`);
    return cars;
  }

  expects(isTrue: boolean, otherwise: string): void {
    if (!isTrue) this.findings.push(otherwise);
  }

  get verdict(): Verdict {
    return { checked: this.times.length, findings: this.findings, says: `${this.times.join(', ')}.` };
  }
}
