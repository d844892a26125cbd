import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hopelessFault } from '#functions/imports/visits.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';

let world: PipelineWorld;
let visitor: ChildProcess | undefined;

beforeAll(async () => {
  world = await startPipelineWorld();
});
afterEach(() => visitor?.kill('SIGKILL'));
afterAll(() => world.close());

/** The visitor as a process of its own, with the world's services; `said` grows as it speaks. */
function startVisitor(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['functions/marketplaces/visitor.ts'], {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  visitor = child;
  let said = '';
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      for (const look of waiting) look();
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    ended,
    said: () => said,
    hears: (words: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => said.includes(words) && resolve();
        waiting.push(look);
        look();
        void ended.then(() => reject(new Error(`It ended and said only: ${said}`)));
      }),
  };
}

describe('the visitor’s process', { timeout: 60_000 }, () => {
  it('the visitor takes waiting visits, logs each in a line, and ends cleanly on request', async () => {
    const body = JSON.stringify({ type: 'scrape', jobId: 'forgotten', requestId: 'r' });
    world.queues.send('visits', { body });
    const { child, ended, hears, said } = startVisitor();
    // The job was erased with its owner: there is nothing to visit.
    await hears('forgotten  done, 0 cars');
    expect(world.queues.counts('visits')).toMatchObject({ visible: 0, inFlight: 0 });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(said()).toContain('ending.');
    expect(said().trimEnd()).toMatch(/ended\.$/);
  });

  it('the visitor ends with a reason if its queue is gone because the stage has it off', async () => {
    const { ended, said } = startVisitor({
      VISITS_QUEUE_URL: process.env.VISITS_QUEUE_URL!.replace('visits', 'gone'),
    });
    expect(await ended).toBe(1);
    expect(said()).toContain('switched off: its queue is gone');
  });

  it('the visitor ends with a reason if it has no credentials', async () => {
    const { ended, said } = startVisitor({
      AWS_ACCESS_KEY_ID: '',
      AWS_SECRET_ACCESS_KEY: '',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      AWS_CONFIG_FILE: '/nowhere',
      AWS_EC2_METADATA_DISABLED: 'true',
    });
    expect(await ended).toBe(1);
    expect(said()).toContain('credentials are missing or have expired: sign in again');
  });
});

describe('a fault of the visitor', () => {
  const named = (name: string, message = '') => Object.assign(new Error(message), { name });

  it.each([
    ['ExpiredTokenException', /credentials/],
    ['UnrecognizedClientException', /credentials/],
    ['CredentialsProviderError', /credentials/],
    ['InvalidSignatureException', /clock/],
    ['SignatureDoesNotMatch', /clock/],
    ['RequestTimeTooSkewed', /clock/],
    ['AccessDenied', /role/],
    ['QueueDoesNotExist', /switched off/],
  ])('a fault named %s is explained in words', (name, words) => {
    expect(hopelessFault(named(name))).toMatch(words);
  });

  it('a temporary fault does not end the visitor', () => {
    expect(hopelessFault(named('TimeoutError', 'socket hang up'))).toBeNull();
    expect(hopelessFault(named('ThrottlingException'))).toBeNull();
  });
});
