import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Three projects: `unit` needs nothing, `local` starts the embedded services, `e2e` starts the whole product and a browser.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{core,functions,lib,demo}/**/*.test.ts', 'tests/architecture.test.ts'],
          environment: 'node',
          // Nothing here takes seconds by itself; a busy machine must not decide a test.
          testTimeout: 30_000,
          // The files share what they import: loading it anew for each took longer than the tests.
          isolate: false,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: 'tests/web/support/patience.ts',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'local',
          include: ['tests/{local,adapters,api,security,simulation}/**/*.test.ts'],
          environment: 'node',
          // Left alone, two cores get one worker, which waits for the table's engine half of the time. Projects that differ
          // in this need an order.
          maxWorkers: Math.max(2, availableParallelism()),
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          globalSetup: 'tests/support/seeded-world.ts',
        },
      },
    ],
  },
});
