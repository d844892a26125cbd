import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Grown, monthOf, readGrown, standing } from '#lib/operations/cost.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilfund-grown-'));
afterAll(() => rmSync(folder, { recursive: true }));
function fileOf(text: string): string {
  const path = join(folder, 'growth.json');
  writeFileSync(path, text);
  return path;
}

const grown: Grown = {
  ...{ people: 100, cars: 1_000, links: 10, days: 2 },
  consumption: {
    people: { tableReads: 200, lambdaX86: 40 },
    links: { tableReads: 30 },
    cars: { tableReads: 10 },
    clock: { tableReads: 6, invocations: 4 },
  },
};

describe('what a simulation counted', () => {
  it('the counts of a simulation are read from its last line', () => {
    expect(readGrown(fileOf(`a table\n${JSON.stringify({ ...grown, more: 1 })}\n`))).toEqual(grown);
  });

  it.each(['', 'a table\n', '{"people":1}', JSON.stringify({ ...grown, days: 0 })])(
    'a file that ends with %j is refused',
    (text) => {
      expect(() => readGrown(fileOf(text))).toThrow(
        'does not end with the figures of "npm run simulate -- growth"',
      );
    },
  );

  it('the counts are scaled to a month of other sizes, each by what it depends on', () => {
    expect(monthOf(grown, { people: 100, cars: 1_000, links: 10 })).toEqual({
      ...{ tableReads: 15 * (200 + 30 + 10 + 6), lambdaX86: 600, invocations: 60, people: 100 },
      ...{ objectGb: 0.5, tableGb: 0.01, recoveryGb: 0.01 },
    });
    expect(monthOf(grown, { people: 1_000, cars: 500, links: 20 })).toMatchObject({
      ...{ tableReads: 15 * (2_000 + 60 + 5 + 6), lambdaX86: 6_000, invocations: 60, people: 1_000 },
    });
  });

  it('the scaled month includes the constant load', () => {
    expect(standing({ alarms: 3, secrets: 2, tableReads: 7, queueRequests: 5 })).toEqual({
      ...{ alarms: 3, dashboards: 0, secrets: 2, queueRequests: 5 },
      ...{ keyRequests: 0, searchNodeHours: 0, searchGb: 0 },
    });
  });
});
