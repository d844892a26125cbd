/** Receivers that wait for a message, by queue. */
export class QueueWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Ends when the queue is woken, at `until` (epoch milliseconds), or when `signal` aborts. */
  wait(queue: string, until: number, signal?: AbortSignal): Promise<void> {
    const wakers = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, wakers);
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(1, until - Date.now()));
      wakers.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  wake(queue: string): void {
    for (const wake of [...(this.#waiting.get(queue) ?? [])]) wake();
  }

  wakeAll(): void {
    for (const queue of this.#waiting.keys()) this.wake(queue);
  }
}
