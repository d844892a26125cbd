import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compileCacheFolder } from '../../compile-cache.ts';
import { killTree } from '../../process-tree.ts';
import { ownerMark } from '../../single-owner.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { RunnerMessage, RuntimeIdentity, RuntimeMessage } from './runtime-messages.ts';

/** A running execution environment. */
export type Runtime = {
  send(message: RunnerMessage): void;
  kill(): void;
};

export type RuntimeEvents = {
  onMessage(message: RuntimeMessage): void;
  onExit(reason: string): void;
  onLine(line: string): void;
};

const entry = new URL('./runtime-entry.ts', import.meta.url);

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
}

function identityOf(definition: FunctionDefinition): RuntimeIdentity {
  const { name, arn, folder, handler, memoryMb } = definition;
  return { name, arn, folder, handler, memoryMb };
}

function startThread(definition: FunctionDefinition, env: NodeJS.ProcessEnv, events: RuntimeEvents): Runtime {
  const worker = new Worker(entry, {
    workerData: identityOf(definition),
    env: { ...env, NODE_COMPILE_CACHE: compileCacheFolder },
    stdout: true,
    stderr: true,
    execArgv: ['--enable-source-maps'],
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
  });
  readLines(worker.stdout, events.onLine);
  readLines(worker.stderr, events.onLine);
  worker.on('message', events.onMessage);
  let reason = 'exited without giving a reason';
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.on('exit', () => events.onExit(reason));
  return { send: (message) => worker.postMessage(message), kill: () => void worker.terminate() };
}

function startProcess(
  definition: FunctionDefinition,
  env: NodeJS.ProcessEnv,
  events: RuntimeEvents,
): Runtime {
  const child = fork(fileURLToPath(entry), [ownerMark(dataFolderOf(env))], {
    env: {
      ...env,
      NODE_COMPILE_CACHE: compileCacheFolder,
      BILFUND_RUNTIME: JSON.stringify(identityOf(definition)),
    },
    cwd: definition.folder,
    execArgv: ['--enable-source-maps', `--max-old-space-size=${definition.memoryMb}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Out of the terminal's process group: Ctrl-C reaches the runner alone, which ends its children in order.
    detached: true,
  });
  readLines(child.stdout, events.onLine);
  readLines(child.stderr, events.onLine);
  child.on('message', (message) => events.onMessage(message as RuntimeMessage));
  child.on('error', (error) => events.onLine(error.message));
  child.on('exit', (code, signal) => events.onExit(`ended with ${signal ?? `code ${code}`}`));
  return {
    send: (message) => child.connected && child.send(message),
    kill: () => child.pid !== undefined && child.exitCode === null && killTree(child.pid),
  };
}

/** The clock's file lies in the data folder, which names the run that a child belongs to. */
function dataFolderOf(env: NodeJS.ProcessEnv): string {
  return dirname(env.BILFUND_CLOCK_FILE ?? '');
}

/** Starts one execution environment: a thread, or a process for functions with native parts. */
export function startRuntime(
  definition: FunctionDefinition,
  env: NodeJS.ProcessEnv,
  events: RuntimeEvents,
): Runtime {
  return definition.architecture === 'x86_64'
    ? startProcess(definition, env, events)
    : startThread(definition, env, events);
}
