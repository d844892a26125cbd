import type { FunctionDefinition } from './function-definition.ts';

/** What the runner and an execution environment say to each other. Events and results travel as JSON, as in Lambda. */
export type RunnerMessage = { kind: 'invoke'; requestId: string; event: string; deadlineMs: number };

export type ErrorPayload = { errorType: string; errorMessage: string; trace: string[] };

export type RuntimeMessage =
  | { kind: 'ready' }
  | { kind: 'broken'; error: ErrorPayload }
  | { kind: 'result'; requestId: string; result: string }
  | { kind: 'error'; requestId: string; error: ErrorPayload };

export type RuntimeIdentity = Pick<FunctionDefinition, 'name' | 'arn' | 'folder' | 'handler' | 'memoryMb'>;

/** The variable in which a process finds its RuntimeIdentity as JSON; a thread is given it directly. */
export const identityVariable = 'LOCAL_CLOUD_RUNTIME';
