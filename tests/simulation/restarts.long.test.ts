import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRestarts } from '#tests/bench/restarts/run-restarts.ts';
import { type RestartStage, startStage } from '#tests/bench/restarts/stage.ts';

// A short one of `npm run bench -- restarts`, which has 400,000 cars, a slow line and a share of a processor.
const cars = 1_200;

let stage: RestartStage;
beforeAll(async () => {
  stage = await startStage(cars);
});
afterAll(() => stage.close());

it('a list whose function is killed again and again under requests gives no wrong answer, and none late', async () => {
  // What a snapshot is written of is held against the plain filter like what came since.
  await stage.change(100);
  expect((await stage.writeAgain()).cpuMs).toBeGreaterThan(0);
  const result = await runRestarts(stage, {
    ...{ cars, times: 4, changes: 60, servedMs: 400, connections: 6, pauseMs: 20, questions: 12 },
    ...{ share: null, bytesPerSecond: 200e6 },
  });
  expect(result.wrong).toEqual([]);
  expect(result).toMatchObject({ lives: 4, refusedLate: 0 });
  expect(result.compared).toBeGreaterThan(30);
  expect(result.answers - result.refused).toBeGreaterThan(result.compared);
}, 120_000);
