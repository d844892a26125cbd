import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contract } from '#core/contract/table.ts';

/** What an invocation may take. */
const timeoutMs = contract['GET /api/cars'].timeoutSeconds * 1000;
const entry = fileURLToPath(new URL('serve-function.ts', import.meta.url));

type Result = { statusCode?: number; body?: string };
export type Answered = { result: Result; life: number };
type Life = { number: number; child: ChildProcess; port: Promise<number>; agent: Agent };

const failed = (statusCode: number): Result => ({ statusCode });

/**
 * Runs a function's bundle in a process of its own, which is killed and started again as the test wishes. Events that come
 * while it starts wait, as they do in the cloud; what was under way when it was killed is answered 502, what takes too long
 * 504.
 */
export class FunctionHost {
  private life: Life | null = null;
  private lives = 0;
  private waiting: (() => void)[] = [];
  private readonly bundle: string;
  private readonly env: NodeJS.ProcessEnv;
  private readonly prefix: readonly string[];

  constructor(bundle: string, env: NodeJS.ProcessEnv, prefix: readonly string[] = []) {
    this.bundle = bundle;
    this.env = env;
    this.prefix = prefix;
  }

  start(): void {
    const [program = '', ...words] = [...this.prefix, process.execPath, entry, this.bundle];
    const child = spawn(program, words, { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const port = new Promise<number>((resolve, reject) => {
      child.stdout!.once('data', (line) => resolve(Number.parseInt(String(line), 10)));
      child.once('exit', () => reject(new Error('The function ended.')));
    });
    // Whoever waits for it hears of it.
    port.catch(() => undefined);
    child.stdout!.resume();
    this.life = { number: ++this.lives, child, port, agent: new Agent({ keepAlive: true }) };
    for (const go of this.waiting.splice(0)) go();
  }

  async kill(): Promise<void> {
    const { life } = this;
    this.life = null;
    if (!life || life.child.exitCode !== null) return;
    const ended = once(life.child, 'exit');
    life.child.kill('SIGKILL');
    await ended;
    life.agent.destroy();
  }

  /** Processor milliseconds that this life has taken. Fields 14 and 15 of the kernel's line are hundredths of a second. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.life!.child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** What the life that takes the event answers. */
  async ask(event: unknown): Promise<Answered> {
    const signal = AbortSignal.timeout(timeoutMs);
    while (!this.life) {
      const started = new Promise<void>((resolve) => this.waiting.push(resolve));
      const late = once(signal, 'abort').then(() => 'late' as const);
      if ((await Promise.race([started, late])) === 'late') return { result: failed(504), life: this.lives };
    }
    const { number, port, agent } = this.life;
    try {
      return { result: await send(event, await port, agent, signal), life: number };
    } catch {
      return { result: failed(signal.aborted ? 504 : 502), life: number };
    }
  }
}

function send(event: unknown, port: number, agent: Agent, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, signal, method: 'POST' }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) resolve(failed(500));
        else resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as Result);
      });
      response.on('aborted', () => reject(new Error('The function ended.')));
    })
      .on('error', reject)
      .end(JSON.stringify(event));
  });
}
