import type { QueueStore } from '../../services/queues/queue-store.ts';
import type { FunctionRegistry } from '../functions/function-registry.ts';
import type { Delivery, RunnerState } from './checkpoints.ts';

/** Asynchronous invocations are tried three times; Lambda waits a minute and two, which would be long to watch. */
const waitsMilliseconds = [1000, 3000];

export type Deliveries = {
  /** Stores the delivery and begins it; ends when the target has taken it or was given up. */
  deliver(targetArn: string, payload: unknown): Promise<void>;
  /** Takes up what a killed process had promised. */
  resume(): void;
  close(): void;
};

/** Hands events to functions and queues, and remembers what it still owes. */
export function createDeliveries(
  state: RunnerState,
  registry: FunctionRegistry,
  queues: QueueStore,
): Deliveries {
  const closing = new AbortController();
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      closing.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  async function invoke(target: string, payload: string): Promise<void> {
    for (const wait of [...waitsMilliseconds, undefined]) {
      try {
        await registry.find(target)?.invoke(JSON.parse(payload));
        return;
      } catch {
        if (wait === undefined || closing.signal.aborted) return;
        await pause(wait);
      }
    }
  }

  async function carryOut({ id, target, payload }: Delivery): Promise<void> {
    const queue = /:sqs:[^:]*:[^:]*:(.+)$/.exec(target)?.[1];
    if (queue !== undefined) queues.send(queue, { body: payload });
    else await invoke(target, payload);
    if (!closing.signal.aborted) state.removeDelivery(id);
  }

  return {
    deliver: (targetArn, payload) => carryOut(state.addDelivery(targetArn, JSON.stringify(payload))),
    resume() {
      for (const delivery of state.pendingDeliveries()) void carryOut(delivery);
    },
    close: () => closing.abort(),
  };
}
