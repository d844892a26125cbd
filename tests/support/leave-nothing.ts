import { afterAll, vi } from 'vitest';

/** Files that share a process share its environment: what one of them changed is as it was for the next. */
const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
