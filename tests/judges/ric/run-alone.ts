import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, readBody } from 'embedded-cloud/wire/listen.ts';

export type Alone = { folder: string; environment: Record<string, string>; event: object };
/** `none`: it ended or was silent before it answered. */
export type Answer = { kind: 'response' | 'error' | 'none'; body: string; log: string };

const longestMs = 60_000;

/**
 * Runs a bundle in an empty folder, far from all our packages, by the runtime interface client as Lambda does, hands it
 * one event and waits for what it answers.
 */
export async function runAlone(client: string, { folder, environment, event }: Alone): Promise<Answer> {
  const alone = mkdtempSync(join(tmpdir(), 'bundle-'));
  cpSync(folder, alone, { recursive: true, dereference: true });
  let log = '';
  let answer: (given: Omit<Answer, 'log'>) => void = () => {};
  const answered = new Promise<Omit<Answer, 'log'>>((resolve) => {
    answer = resolve;
  });
  let isGiven = false;
  const runtimeApi = await listen((request, response) => {
    void (async () => {
      const body = (await readBody(request)).toString('utf8');
      if (!request.url?.endsWith('/invocation/next')) {
        response.writeHead(202).end('{"status":"OK"}');
        answer({ kind: request.url?.endsWith('/response') ? 'response' : 'error', body });
      } else if (!isGiven) {
        isGiven = true;
        response.writeHead(200, {
          'content-type': 'application/json',
          'Lambda-Runtime-Aws-Request-Id': '8476a536-e9f4-11e8-9739-2dfe598c3fcd',
          'Lambda-Runtime-Deadline-Ms': String(Date.now() + longestMs),
          'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:eu-north-1:000000000000:function:alone',
        });
        response.end(JSON.stringify(event));
      }
    })();
  });
  const child = spawn(process.execPath, [client, 'index.handler'], {
    cwd: alone,
    env: {
      ...{ PATH: '/usr/bin:/bin', TZ: ':UTC', TMPDIR: tmpdir(), ...environment },
      ...{ _HANDLER: 'index.handler', LAMBDA_TASK_ROOT: alone },
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${runtimeApi.port}`,
      ...{ AWS_LAMBDA_FUNCTION_NAME: 'alone', AWS_LAMBDA_FUNCTION_VERSION: '$LATEST' },
      ...{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256', AWS_LAMBDA_LOG_FORMAT: 'JSON' },
      ...{ AWS_LAMBDA_LOG_GROUP_NAME: 'group', AWS_LAMBDA_LOG_STREAM_NAME: 'stream' },
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      log += part.toString('utf8');
    });
  child.on('exit', (code) => answer({ kind: 'none', body: `It ended with ${code}.` }));
  const patience = setTimeout(() => answer({ kind: 'none', body: 'It was silent for too long.' }), longestMs);
  const given = await answered;
  clearTimeout(patience);
  child.kill('SIGKILL');
  await runtimeApi.close();
  rmSync(alone, { recursive: true, force: true });
  return { ...given, log };
}
