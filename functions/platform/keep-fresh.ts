/**
 * Caches the result of `read` in this process for `freshMs`. Concurrent calls share one read; a failed read is not cached.
 */
export function keepFresh<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; readAtMs: number } | undefined;
  return () => {
    const nowMs = Date.now();
    if (kept && nowMs - kept.readAtMs <= freshMs) return kept.value;
    const current = { value: read(), readAtMs: nowMs };
    kept = current;
    current.value.catch(() => {
      if (kept === current) kept = undefined;
    });
    return current.value;
  };
}
