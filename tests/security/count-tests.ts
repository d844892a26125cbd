import { afterAll, afterEach } from 'vitest';
import { recordTried } from './record-tried.ts';

/**
 * Takes each test around which it is called (in a `describe`, or in the whole file) for one try of a security row: for rows
 * whose tests are each one case. `figure` is asked when all have run.
 */
export function countTests(row: number, figure: () => string): void {
  let tried = 0;
  let held = 0;
  afterEach(({ task }) => {
    tried++;
    if (task.result?.state === 'pass') held++;
  });
  afterAll(() => recordTried(row, { tried, held, figure: figure() }));
}
