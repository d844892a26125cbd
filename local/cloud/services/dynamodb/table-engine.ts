import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { freePort } from '../../wire/free-port.ts';
import type { WireService } from '../../wire/service.ts';
import { keepPrivate } from '../../wire/state.ts';
import { asDynamoDb } from './as-dynamodb.ts';
import { engineBinary } from './engine-binary.ts';
import { indexStreamRecords } from './stream-index.ts';

export type TableEngine = WireService & { endpoint: string; pid: number | undefined };

/**
 * Runs a program that must not outlive us: the shell waits for it and, when our end of the pipe closes for whatever
 * reason (SIGKILL among them), ends it.
 */
const watchdog =
  'exec 3<&0; "$@" 3<&- </dev/null & pid=$!; (cat <&3 >/dev/null; kill -KILL $pid 2>/dev/null) & wait $pid';

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
}

async function waitUntilAnswering(endpoint: string, hasEnded: () => boolean): Promise<void> {
  const until = Date.now() + 10_000;
  while (Date.now() < until && !hasEnded()) {
    if (await answers(endpoint)) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error('The DynamoDB engine did not start.');
}

/**
 * Passes requests on to the engine as they came. Every function's every call goes this way: a plain request over a kept
 * connection costs a fraction of `fetch`.
 */
function proxy(endpoint: string): WireService['handle'] {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (asked) =>
    new Promise((resolve, reject) => {
      const headers = { ...pick(asked.headers, passed), 'content-length': asked.body.length };
      const passing = request(endpoint, { method: 'POST', agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 500,
            headers: pick(answer.headers as Record<string, string | undefined>, returned),
            body: Buffer.concat(parts),
          }),
        );
      });
      passing.on('error', reject);
      passing.end(asked.body);
    });
}

const passed = ['x-amz-target', 'content-type', 'authorization', 'x-amz-date'];
const returned = ['content-type', 'x-amzn-requestid', 'x-amz-crc32', 'x-amzn-errortype'];

function pick(headers: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  const found: Record<string, string> = {};
  for (const name of names) if (headers[name] !== undefined) found[name] = headers[name];
  return found;
}

/** DynamoDB: the dynoxide binary on a database file, or whatever EMBEDDED_CLOUD_DYNAMODB_ENDPOINT names. */
export async function startTableEngine(databasePath: string): Promise<TableEngine> {
  const given = process.env.EMBEDDED_CLOUD_DYNAMODB_ENDPOINT;
  if (given) return { endpoint: given, pid: undefined, handle: proxy(given), close: () => {} };
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  keepPrivate(databasePath);
  const command = [engineBinary(), 'serve', '--port', String(port), '--db-path', databasePath];
  const child = spawn('/bin/sh', ['-c', watchdog, 'dynoxide', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  // A pipe to a shell that has ended breaks; `ended` tells it already.
  child.stdin.on('error', () => {});
  await waitUntilAnswering(endpoint, () => ended);
  indexStreamRecords(databasePath);
  return {
    endpoint,
    pid: child.pid,
    handle: asDynamoDb(proxy(endpoint)),
    close: () => child.stdin.destroy(),
  };
}
