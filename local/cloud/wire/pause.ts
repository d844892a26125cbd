/** Waits so long, or until everything is closed. */
export function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    closing.addEventListener('abort', done);
  });
}
