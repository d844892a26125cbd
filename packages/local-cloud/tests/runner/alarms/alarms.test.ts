import { expect, it } from 'vitest';
import {
  type AlarmDefinition,
  Alarms,
  type Figure,
  Figures,
  readAlarms,
  statisticOf,
} from '../../../runner/alarms/alarms.ts';
import type { Template } from '../../../runner/template/template.ts';

const declaring = (...alarms: object[]): Template =>
  ({
    all: () => alarms.map((properties, i) => ({ logicalId: `Alarm${i}`, properties })),
  }) as unknown as Template;

const refusals: Figure = { namespace: 'Own', name: 'Refusals', dimensions: { Stage: 'dev' } };
const declared = {
  AlarmName: 'refusals',
  AlarmDescription: 'People are refused.',
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  EvaluationPeriods: 1,
  Threshold: 3,
  TreatMissingData: 'notBreaching',
  Namespace: refusals.namespace,
  MetricName: refusals.name,
  Dimensions: [{ Name: 'Stage', Value: 'dev' }],
  Statistic: 'Sum',
  Period: 300,
};
const weighted = (expression: string) => ({
  AlarmName: 'together',
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  EvaluationPeriods: 1,
  Threshold: 0.95,
  Metrics: [
    { Id: 'e', Expression: expression },
    ...['one', 'other'].map((MetricName, i) => ({
      Id: `m${i}`,
      MetricStat: { Metric: { Namespace: 'Own', MetricName }, Stat: 'Maximum', Period: 300 },
    })),
  ],
});

const noon = Date.UTC(2026, 0, 1, 12);

/** Alarms over figures whose time stands still until it is moved. */
function watching(...alarms: object[]) {
  let nowMs = noon;
  const now = () => new Date(nowMs);
  const figures = new Figures(now);
  const watched = new Alarms(readAlarms(declaring(...alarms)), figures, now);
  return {
    figures,
    move: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    look: () => watched.look()[0]!,
  };
}

it('an alarm sounds at the end of the minute in which its threshold is reached, and ends when its period has passed', () => {
  const { figures, move, look } = watching(declared);
  expect(look()).toMatchObject({ condition: 'INSUFFICIENT_DATA', value: null, text: 'People are refused.' });
  move(70);
  figures.count(refusals, 2);
  move(60);
  expect(look()).toMatchObject({ condition: 'OK', value: 2 });
  figures.count(refusals, 1);
  move(50);
  expect(look()).toMatchObject({ condition: 'ALARM', since: '2026-01-01T12:03:00.000Z', value: 3 });
  move(600);
  expect(look()).toMatchObject({ condition: 'OK', since: '2026-01-01T12:07:00.000Z', value: null });
});

it('counts of another stage do not sound it', () => {
  const { figures, move, look } = watching(declared);
  figures.count({ ...refusals, dimensions: { Stage: 'prod' } }, 9);
  move(60);
  expect(look().condition).toBe('OK');
});

it('an alarm on silence sounds when a whole period has brought nothing since the start', () => {
  const silence = {
    ...declared,
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    TreatMissingData: 'breaching',
  };
  const { figures, move, look } = watching({ ...silence, Statistic: 'SampleCount' });
  move(240);
  expect(look().condition).toBe('INSUFFICIENT_DATA');
  figures.count(refusals, 0);
  move(240);
  expect(look().condition).toBe('OK');
  move(120);
  expect(look()).toMatchObject({ condition: 'ALARM', since: '2026-01-01T12:10:00.000Z' });
});

it('an alarm over two periods waits for both', () => {
  const { figures, move, look } = watching({ ...declared, EvaluationPeriods: 2 });
  figures.count(refusals, 5);
  move(60);
  expect(look().condition).toBe('OK');
  move(240);
  figures.count(refusals, 5);
  move(60);
  expect(look().condition).toBe('ALARM');
});

it('what was missed over a jump of days is not looked at minute by minute', () => {
  const { move, look } = watching(declared);
  move(40 * 86_400);
  expect(look().condition).toBe('OK');
});

it.each([
  ['SUM([FILL(m0, 0), FILL(m1, 0)])', 30],
  ['MAX([FILL(m0, 0), FILL(m1, 0)])', 20],
  ['MAX([FILL(m0, 0) / 5, FILL(m1, 0) / 10])', 2],
  ['SUM([FILL(m0, 0) * 1, FILL(m1, 0) * -0.25])', 5],
])('several figures are one by %s', (expression, value) => {
  const { figures, move, look } = watching(weighted(expression));
  figures.count({ namespace: 'Own', name: 'one', dimensions: {} }, 10);
  figures.count({ namespace: 'Own', name: 'other', dimensions: {} }, 20);
  move(60);
  expect(look()).toMatchObject({ condition: 'ALARM', value });
});

it('what was never counted is zero among several figures', () => {
  const { move, look } = watching(weighted('SUM([FILL(m0, 0), FILL(m1, 0)])'));
  move(60);
  expect(look()).toMatchObject({ condition: 'OK', value: 0 });
});

it.each([
  ['a formula', weighted('m0 + m1')],
  ['a figure of a formula', weighted('SUM([FILL(m0, 0), FILL(m7, 0)])')],
  ['an operator', { ...declared, ComparisonOperator: 'GreaterThanUpperThreshold' }],
  ['a statistic', { ...declared, Statistic: 'IQM' }],
])('%s that is not understood ends the start', (_, alarm) => {
  expect(() => readAlarms(declaring(alarm))).toThrow('not understood');
});

it('figures are one number for a period as CloudWatch makes it', () => {
  const values = [4, 1, 3, 2];
  const of = (name: string) => statisticOf(name, values);
  expect(['Sum', 'Average', 'Minimum', 'Maximum', 'SampleCount', 'p50', 'p95'].map(of)).toEqual([
    10, 2.5, 1, 4, 4, 2, 4,
  ]);
  expect(statisticOf('Sum', [])).toBeNull();
});

it('keeps the counts of one day', () => {
  let nowMs = noon;
  const figures = new Figures(() => new Date(nowMs));
  figures.count(refusals, 1);
  nowMs += 25 * 3_600_000;
  figures.count(refusals, 2);
  expect(figures.between(refusals, 0, nowMs + 1)).toEqual([2]);
});

it('an alarm of the template is read with its words', () => {
  const [read] = readAlarms(declaring(declared)) as [AlarmDefinition];
  expect(read).toMatchObject({ name: 'refusals', periodMs: 300_000, periods: 1, isBelow: false, by: 'SUM' });
  expect(read.terms).toEqual([{ figure: refusals, statistic: 'Sum', fill: null, weight: 1 }]);
});
