import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { killTree, ownerMark } from '../../single-owner.ts';
import type { FunctionDefinition } from './function-definition.ts';
import {
  identityVariable,
  type RunnerMessage,
  type RuntimeIdentity,
  type RuntimeMessage,
} from './runtime-messages.ts';

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

/** What an environment is started with. */
export type RuntimeSettings = {
  /** All variables that the function finds. */
  env: Readonly<Record<string, string>>;
  /** Where all state lies: it names the run that a process belongs to. */
  dataFolder: string;
  compileCacheFolder?: string | undefined;
};

const entry = new URL('./runtime-entry.ts', import.meta.url);

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
}

function identityOf(definition: FunctionDefinition): RuntimeIdentity {
  const { name, arn, folder, handler, memoryMb } = definition;
  return { name, arn, folder, handler, memoryMb };
}

/** With the variable that node itself reads and takes away before the function runs. */
const variablesOf = ({ env, compileCacheFolder }: RuntimeSettings) => ({
  ...env,
  ...(compileCacheFolder !== undefined && { NODE_COMPILE_CACHE: compileCacheFolder }),
});

/**
 * Some twenty functions live in one process here. Left alone, the space for new objects of each grows to a hundred megabytes
 * and more under load, which one function on its own would have to itself; collected in steps of eight, they take a third
 * less together and no more time.
 */
const youngGenerationMb = 24;

function startThread(
  definition: FunctionDefinition,
  settings: RuntimeSettings,
  events: RuntimeEvents,
): Runtime {
  const worker = new Worker(entry, {
    workerData: identityOf(definition),
    env: variablesOf(settings),
    stdout: true,
    stderr: true,
    execArgv: ['--enable-source-maps'],
    resourceLimits: {
      maxOldGenerationSizeMb: definition.memoryMb,
      maxYoungGenerationSizeMb: youngGenerationMb,
    },
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
  settings: RuntimeSettings,
  events: RuntimeEvents,
): Runtime {
  const child = fork(fileURLToPath(entry), [ownerMark(settings.dataFolder)], {
    env: { ...variablesOf(settings), [identityVariable]: JSON.stringify(identityOf(definition)) },
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

/** Starts one execution environment: a thread, or a process for functions with native parts. */
export function startRuntime(
  definition: FunctionDefinition,
  settings: RuntimeSettings,
  events: RuntimeEvents,
): Runtime {
  return definition.architecture === 'x86_64'
    ? startProcess(definition, settings, events)
    : startThread(definition, settings, events);
}
