import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FunctionDefinition } from '../../../runner/functions/function-definition.ts';
import type { RuntimeEvents } from '../../../runner/functions/runtime.ts';

const started: RuntimeEvents[] = [];
let lambda: typeof import('../../../runner/functions/lambda-function.ts');

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:os', async (original) => ({
    ...(await original<object>()),
    availableParallelism: () => 2,
  }));
  vi.doMock('../../../runner/functions/runtime.ts', () => ({
    startRuntime: (_definition: unknown, _settings: unknown, events: RuntimeEvents) => {
      started.push(events);
      return { send() {}, kill() {} };
    },
  }));
  lambda = await import('../../../runner/functions/lambda-function.ts');
});
afterAll(() => {
  vi.doUnmock('node:os');
  vi.doUnmock('../../../runner/functions/runtime.ts');
  vi.resetModules();
  vi.useRealTimers();
});

test('on two cores a second environment starts only once the first is ready', async () => {
  vi.useFakeTimers();
  const definition = { name: 'slow', timeoutSeconds: 60 } as FunctionDefinition;
  const log = { line() {}, failure() {}, recent: () => [] };
  const slow = new lambda.LambdaFunction(definition, { env: {}, dataFolder: '' }, log);
  const answers = [1, 2, 3].map((event) => slow.invoke(event).catch(() => 'closed'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveLength(1);
  started[0]!.onMessage({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveLength(2);
  slow.close();
  expect(await Promise.all(answers)).toEqual(['closed', 'closed', 'closed']);
});
