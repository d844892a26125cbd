const maxAttempts = 6;
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function isTransactionConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException')
    return true;
  if (error.name !== 'TransactionCanceledException') return false;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? [];
  return (
    reasons.some((r) => r.Code === 'TransactionConflict' || r.Code === 'ThrottlingError') &&
    !reasons.some((r) => r.Code === 'ConditionalCheckFailed')
  );
}

/** Retries a transaction that conflicts with another one, with growing, jittered pauses. */
export async function pastConflicts(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= maxAttempts || !isTransactionConflict(error)) throw error;
      await pause(20 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
