import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests of `core` alone, for StrykerJS (`stryker.config.json`): it changes `core` in one place at a time and runs them. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/core/**/*.test.ts'],
    exclude: ['**/*.long.test.ts'],
    setupFiles: ['tests/support/leave-nothing.ts'],
    testTimeout: 30_000,
  },
});
