import { describe, expect, it } from 'vitest';
import { type Member, watchImport } from '#local/example/watch-import.ts';

type Status = {
  status: string;
  percent: number;
  carsFound: number;
  carsDone: number;
  failure: string | null;
};

const status = (name: string, done: number, failure: string | null = null): Status => ({
  status: name,
  percent: 50,
  carsFound: 2,
  carsDone: done,
  failure,
});

/** Answers each look with the next of what is given, then with the last again. */
function memberWho(statuses: Status[], lists: { id: string; locked?: boolean }[][]): Member {
  const next = <T>(of: T[]): T => (of.length > 1 ? of.shift()! : of[0]!);
  const answer = (path: string) => {
    if (path === '/scrape') return { jobId: 'j1' };
    if (path === '/api/scrape-status') return { status: { ...next(statuses), jobId: 'j1' } };
    expect(path).toContain('import=j1');
    const cars = next(lists);
    return { cars: cars.map((car) => ({ locked: false, ...car })), totalCount: cars.length };
  };
  return { ask: async (_method: string, path: string) => answer(path) } as unknown as Member;
}

describe('recording an import', () => {
  it('the recording has each change of the status once, and each car when it came, oldest first', async () => {
    const watched = await watchImport(
      memberWho(
        [status('ocr', 0), status('ocr', 0), status('ocr', 1), status('completed', 2)],
        [[], [{ id: 'a' }], [{ id: 'b' }, { id: 'a' }]],
      ),
      'link',
    );
    expect(watched.statuses.map((one) => [one.status, one.carsDone])).toEqual([
      ['ocr', 0],
      ['ocr', 1],
      ['completed', 2],
    ]);
    expect(watched.cars.map(({ car }) => car.id)).toEqual(['a', 'b']);
    expect(watched.cars[0]!.atMs).toBeLessThan(watched.cars[1]!.atMs);
    expect(Object.keys(watched.statuses[0]!).sort()).toEqual([
      'atMs',
      'carsDone',
      'carsFound',
      'percent',
      'status',
    ]);
  });

  it('the recording refuses a failed import and one with locked cars', async () => {
    await expect(watchImport(memberWho([status('failed', 0, 'timeout')], [[]]), 'link')).rejects.toThrow(
      'The import ended with "timeout".',
    );
    const locked = memberWho([status('completed', 1)], [[{ id: 'a', locked: true }]]);
    await expect(watchImport(locked, 'link')).rejects.toThrow('every car');
  });
});
