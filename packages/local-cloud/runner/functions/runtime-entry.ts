import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { killDescendants } from '../../single-owner.ts';
import {
  type ErrorPayload,
  identityVariable,
  type RunnerMessage,
  type RuntimeIdentity,
  type RuntimeMessage,
} from './runtime-messages.ts';

/** One execution environment of a Lambda function: a worker thread, or a process of its own for native parts. */
type Handler = (event: unknown, context: object) => unknown;

const identity = (
  parentPort ? workerData : JSON.parse(process.env[identityVariable] ?? '{}')
) as RuntimeIdentity;

// Node has read it; in the cloud there is none.
delete process.env.NODE_COMPILE_CACHE;

function tell(message: RuntimeMessage): void {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

function payloadOf(error: unknown): ErrorPayload {
  const known = error instanceof Error ? error : new Error(String(error));
  const trace = (known.stack ?? '').split('\n');
  return { errorType: known.name, errorMessage: known.message, trace };
}

async function loadHandler(): Promise<Handler> {
  const [file = '', name = ''] = identity.handler.split(/\.(?=[^.]*$)/);
  const path = ['.mjs', '.js', '.cjs'].map((end) => join(identity.folder, file + end)).find(existsSync);
  if (!path) throw new Error(`Cannot find module '${file}' in ${identity.folder}`);
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const found = module[name] ?? (module.default as Record<string, unknown> | undefined)?.[name];
  if (typeof found !== 'function') throw new Error(`${identity.handler} is undefined or not exported`);
  return found as Handler;
}

function contextOf(message: RunnerMessage): object {
  return {
    functionName: identity.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: identity.arn,
    memoryLimitInMB: String(identity.memoryMb),
    awsRequestId: message.requestId,
    logGroupName: `/aws/lambda/${identity.name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, message.deadlineMs - Date.now()),
  };
}

async function run(handler: Handler, message: RunnerMessage): Promise<void> {
  const { requestId } = message;
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    tell({ kind: 'result', requestId, result: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    tell({ kind: 'error', requestId, error: payloadOf(error) });
  }
  // Environments are mostly killed: what the next one should find is written while nobody waits.
  flushCompileCache();
}

async function main(): Promise<void> {
  if (!parentPort) {
    // The runner is gone, perhaps killed: nothing it started may stay.
    process.once('disconnect', () => {
      killDescendants();
      process.exit(0);
    });
  }
  try {
    const handler = await loadHandler();
    const listen = (message: RunnerMessage) => void run(handler, message);
    if (parentPort) parentPort.on('message', listen);
    else process.on('message', listen);
    tell({ kind: 'ready' });
  } catch (error) {
    tell({ kind: 'broken', error: payloadOf(error) });
  }
}

await main();
