/**
 * What `read` answers, read again when it is older than `freshMs`, for as long as this function lives. Calls that come
 * together share one reading; one that failed is not kept.
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
