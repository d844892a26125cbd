import { expect, test } from 'vitest';
import type { InlineConfig } from 'vitest/node';
import config from '../../vitest.config.ts';

type Project = { test: InlineConfig };

// Several projects run in one command in `npm run security` and `TEST_CASES=all npx vitest run`.
test('test projects with different workers have an order, without which none of them would run', () => {
  const workersOf = new Map<number, Set<unknown>>();
  for (const { test: project } of (config.test?.projects ?? []) as Project[]) {
    const order = project.sequence?.groupOrder ?? 0;
    const workers = project.fileParallelism === false ? 1 : project.maxWorkers;
    workersOf.set(order, (workersOf.get(order) ?? new Set()).add(workers));
  }
  expect([...workersOf.keys()].length).toBeGreaterThan(1);
  for (const workers of workersOf.values()) expect(workers.size).toBe(1);
});
