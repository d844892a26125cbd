/** What became of an invocation: how long it took, and whether it failed or found no room. */
export type InvocationWatch = (
  functionName: string,
  outcome: { kind: 'done' | 'failed'; milliseconds: number } | { kind: 'throttled' },
) => void;
