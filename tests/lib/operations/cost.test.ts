import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  addUp,
  costOf,
  costReport,
  type Grown,
  idleConsumption,
  monthOf,
  ofOneImport,
  ofOneSearch,
  ofOneVisit,
  ofThousandCars,
  readGrown,
  standing,
} from '#lib/operations/cost.ts';

const template = {
  Resources: {
    One: { Type: 'AWS::CloudWatch::Alarm', Properties: {} },
    Two: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Metrics: [{ Expression: 'a + b' }, { MetricStat: {} }, { MetricStat: {} }] },
    },
    Key: { Type: 'AWS::SecretsManager::Secret' },
    Board: { Type: 'AWS::CloudWatch::Dashboard' },
    Other: { Type: 'AWS::Lambda::Function' },
  },
};

describe('what something costs', () => {
  it('a price is zero within the free amount and counts only what exceeds it', () => {
    expect(costOf('alarms', 10)).toBe(0);
    expect(costOf('alarms', 12)).toBeCloseTo(0.2);
    expect(costOf('queueRequests', 3_500_000)).toBeCloseTo(1);
  });

  it('what is sold in bands costs each band’s price, the free amount within the first', () => {
    expect(costOf('siteGb', 1_000)).toBe(0);
    expect(costOf('siteGb', 10_000)).toBeCloseTo(9_000 * 0.085);
    expect(costOf('siteGb', 60_000)).toBeCloseTo(9_000 * 0.085 + 40_000 * 0.08 + 10_000 * 0.06);
  });

  it('a domain of OpenSearch costs its nodes’ hours and disks, and one without a noted price is refused', () => {
    const domainOf = (InstanceType: string) => ({
      Type: 'AWS::OpenSearchService::Domain',
      Properties: { ClusterConfig: { InstanceCount: 2, InstanceType }, EBSOptions: { VolumeSize: 20 } },
    });
    const idle = (type: string) => idleConsumption({ Resources: { Domain: domainOf(type) } });
    expect(idle('r7g.xlarge.search')).toMatchObject({ searchNodeHours: 4 * 730, searchGb: 40 });
    expect(() => idle('m7g.large.search')).toThrow('No price of m7g.large.search');
  });
});

describe('a month in which nobody comes', () => {
  const idle = idleConsumption(template);

  it('a month without visitors costs what is in the template, including the metrics of every alarm', () => {
    expect(idle).toMatchObject({ alarms: 3, secrets: 1, dashboards: 1 });
  });

  it('a month without visitors includes the polling of queues and schedules', () => {
    // Four queues by five polls of twenty seconds; three rules a minute among others.
    expect(idle.queueRequests).toBe(4 * 5 * 3 * 60 * 730);
    expect(idle.invocations).toBeGreaterThan(2 * 60 * 730);
  });
});

describe('a month with people', () => {
  it('a month costs more with every import and visit', () => {
    const usd = (imports: number, visits: number) => {
      const report = costReport(
        addUp([
          [idleConsumption(template), 1],
          [ofOneImport, imports],
          [ofOneVisit, visits],
        ]),
      );
      return JSON.parse(report.at(-1)!).usd as number;
    };
    expect(usd(1_000, 0)).toBeGreaterThan(usd(0, 0) + 1);
    expect(usd(0, 100_000)).toBeGreaterThan(usd(0, 0) + 1);
  });
});

describe('a month of a catalog that is asked every hour', () => {
  const usd = (...parts: Parameters<typeof addUp>[0]) =>
    JSON.parse(costReport(addUp(parts)).at(-1)!).usd as number;

  it('a month costs more with every car, link and person, and a link costs less than its imports by hand would', () => {
    expect(usd([ofThousandCars, 200])).toBeGreaterThan(usd([ofThousandCars, 100]) + 1);
    expect(usd([ofOneSearch, 100])).toBeGreaterThan(1);
    expect(usd([ofOneSearch, 1_000])).toBeLessThan(usd([ofOneImport, 1_000 * 730]));
    expect(usd([{ people: 1 }, 10_000])).toBe(0);
    expect(usd([{ people: 1 }, 20_000])).toBe(55);
  });
});

describe('the report', () => {
  it('the cost report lists the highest costs first, names what is free, and adds up', () => {
    const report = costReport({ secrets: 5, alarms: 12, people: 3 });
    expect(report).toEqual([
      'US dollars a month',
      '     2.00  5.0 secrets',
      '     0.20  12 metrics under alarm, 10 free',
      '     0.00  3.0 people who sign in, 10,000 free',
      '     2.20  in all',
      '{"usd":2.2,"secrets":2,"alarms":0.2,"people":0}',
    ]);
  });
});

describe('what a simulation counted', () => {
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
