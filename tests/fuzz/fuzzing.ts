import { afterAll, beforeAll, expect } from 'vitest';
import { fuzzSettings } from './settings.ts';
import { type FuzzWorld, startFuzzWorld } from './world.ts';

const { seed, seconds } = fuzzSettings;

/** What one handler was sent, and the first event of every fault that it showed. */
type Judging = {
  note(fault: string | null, show: () => string): void;
  expectNone(): void;
};

/** A file's world, its time and the faults that were seen. */
export function startFuzzing() {
  let world: FuzzWorld | undefined;
  let endAt = 0;

  beforeAll(async () => {
    world = await startFuzzWorld();
    endAt = performance.now() + seconds * 1000;
  });
  afterAll(() => world?.close());

  return {
    world: () => world!,
    isOver: () => performance.now() > endAt,
    /** For each test. */
    timeoutMs: seconds * 1000 + 60_000,
    judge(): Judging {
      const faults = new Map<string, string>();
      return {
        note(fault, show) {
          if (fault && !faults.has(fault)) faults.set(fault, show().slice(0, 600));
        },
        expectNone: () => expect([...faults], `seed ${seed}`).toEqual([]),
      };
    },
  };
}
