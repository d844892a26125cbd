import { expect, test, vi } from 'vitest';
import type { FunctionDefinition } from '../../../runner/functions/function-definition.ts';
import { LambdaFunction } from '../../../runner/functions/lambda-function.ts';
import type { RuntimeEvents } from '../../../runner/functions/runtime.ts';

const { started } = vi.hoisted(() => ({ started: [] as RuntimeEvents[] }));

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 2 }));
vi.mock('../../../runner/functions/runtime.ts', () => ({
  startRuntime: (_definition: unknown, _settings: unknown, events: RuntimeEvents) => {
    started.push(events);
    return { send: () => {}, kill: () => {} };
  },
}));

test('on two cores a second environment starts only once the first is ready', async () => {
  vi.useFakeTimers();
  const definition = { name: 'slow', timeoutSeconds: 60 } as FunctionDefinition;
  const log = { line() {}, failure() {}, recent: () => [] };
  const slow = new LambdaFunction(definition, { env: {}, dataFolder: '' }, log);
  const answers = [1, 2, 3].map((event) => slow.invoke(event).catch(() => 'closed'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveLength(1);
  started[0]!.onMessage({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveLength(2);
  slow.close();
  expect(await Promise.all(answers)).toEqual(['closed', 'closed', 'closed']);
  vi.useRealTimers();
});
