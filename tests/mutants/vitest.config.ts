import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Mutant } from './mutations.ts';

/** Set by the process that runs the tests before each run: Vite loads this file a second time, so they share a global. */
export type Tried = { mutant?: Mutant | undefined };

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (_, id) => {
        const { mutant } = globalThis as Tried;
        return mutant && id === resolve(mutant.path) ? mutant.text : null;
      },
    },
  ],
  test: {
    include: ['{tests,local/cloud/tests}/**/*.test.ts'],
    // Kept on disk, a file would be read as it was before the change.
    fsModuleCache: false,
    isolate: false,
    maxWorkers: 1,
    silent: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
