import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarms, Figures, readAlarms } from 'local-cloud/runner/alarms/alarms.ts';
import { describe, expect, it, vi } from 'vitest';
import { metricNames } from '#core/contract/needs.ts';
import { countMetric } from '#functions/platform/log.ts';
import { Observability, sectionOf } from '#lib/alarms.ts';
import { declaredFunctions } from '#lib/functions.ts';
import { Queues } from '#lib/queues.ts';
import { functionNameOf } from '#lib/stage.ts';

function templateWith(alarmMail: string | null): Template {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-north-1' } });
  const { byName, hourly, deadLetters, streamFailures, jobFailures } = new Queues(stack, 'Queues');
  new Observability(stack, 'Observability', {
    stage: 'prod',
    httpApi: new HttpApi(stack, 'Api'),
    liveApiId: 'live',
    tableName: 'cars',
    queues: byName,
    ...{ hourly, deadLetters, streamFailures, jobFailures, alarmMail },
  });
  return Template.fromStack(stack);
}

type Figure = { Namespace?: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
type AlarmProperties = Figure & {
  AlarmName: string;
  AlarmDescription: string;
  TreatMissingData: string;
  AlarmActions?: unknown[];
  Metrics?: { MetricStat?: { Metric: Figure }; Expression?: string }[];
};
const alarmsOf = (template: Template) =>
  Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties as AlarmProperties,
  );

const silent = templateWith(null);
const mailing = templateWith('operator@example.com');
const alarms = alarmsOf(silent);
const nameOf = ({ AlarmName }: AlarmProperties) => AlarmName.replace('bilfund-prod-', '');
const figuresOf = (alarm: AlarmProperties): Figure[] =>
  alarm.Metrics?.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])) ?? [alarm];

describe('the alarms', () => {
  it('every alarm has a section and a row in docs/operations/alarms.md, and no others exist there', () => {
    const page = readFileSync('docs/operations/alarms.md', 'utf8');
    const names = alarms.map(nameOf).sort();
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name).sort()).toEqual(names);
    expect([...page.matchAll(/^\| \[([\w-]+)\]\(#\1\) \|/gm)].map(([, name]) => name).sort()).toEqual(names);
  });

  it.each(alarms.map((alarm) => [nameOf(alarm), alarm] as const))(
    'alarm %s names its impact, the first step and its section',
    (name, { AlarmDescription }) => {
      expect(AlarmDescription).toMatch(/^[A-Z].+\. First: .+\. All of it: \S+$/s);
      expect(AlarmDescription.endsWith(sectionOf(name))).toBe(true);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    },
  );

  it('an alarm uses at most ten metrics, and of existing functions', () => {
    expect(alarms.filter((alarm) => figuresOf(alarm).length > 10).map(nameOf)).toEqual([]);
    const named = alarms
      .flatMap(figuresOf)
      .flatMap(({ Dimensions = [] }) => Dimensions.filter(({ Name }) => Name === 'FunctionName'));
    const known = declaredFunctions.map(({ name }) => functionNameOf('prod', name));
    expect(named.length).toBeGreaterThan(10);
    expect(known).toEqual(expect.arrayContaining(named.map(({ Value }) => Value)));
  });

  it('alarms use metrics of their own stage only', () => {
    const own = alarms.flatMap(figuresOf).filter(({ Namespace }) => Namespace === 'Bilfund');
    expect(own.length).toBeGreaterThan(8);
    for (const { MetricName, Dimensions } of own) {
      expect(metricNames).toContain(MetricName);
      expect(Dimensions).toContainEqual({ Name: 'Stage', Value: 'prod' });
    }
    vi.stubEnv('STAGE', 'prod');
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    countMetric('DeadLetters', 1, { type: 'rate' });
    const line = JSON.parse(String(write.mock.calls[0]![0]));
    write.mockRestore();
    vi.unstubAllEnvs();
    expect(line._aws.CloudWatchMetrics[0].Dimensions).toEqual([['Stage'], ['Stage', 'type']]);
    expect(line).toMatchObject({ Stage: 'prod', type: 'rate', DeadLetters: 1 });
  });

  it.each([
    [
      'a fast burn sounds when nine requests in a hundred fail within an hour',
      1,
      90,
      1_000,
      ['fast', 'slow'],
    ],
    ['a slow burn alone sounds when five requests in a hundred fail within an hour', 1, 50, 1_000, ['slow']],
    ['a slow burn sounds when failures keep on for six hours', 6, 40, 1_000, ['slow']],
    ['no burn sounds while two requests in a hundred fail', 6, 20, 1_000, []],
    ['no burn sounds when a few of a few requests fail', 1, 5, 10, []],
  ] as const)('%s', (_, hours, failedAnHour, allAnHour, expected) => {
    let nowMs = Date.UTC(2026, 0, 1);
    const figures = new Figures(() => new Date(nowMs));
    const burning = readAlarms({
      all: () =>
        alarms
          .filter((alarm) => nameOf(alarm).startsWith('requests-burn'))
          .map((properties) => ({ properties })),
    } as unknown as Parameters<typeof readAlarms>[0]);
    const watched = new Alarms(burning, figures, () => new Date(nowMs));
    const [failed, all] = burning[0]!.terms.map(({ figure }) => figure);
    for (let hour = 0; hour < hours; hour++) {
      figures.count(failed!, failedAnHour);
      figures.count(all!, allAnHour);
      nowMs += 3_600_000;
    }
    const sounding = watched.look().filter(({ condition }) => condition === 'ALARM');
    expect(sounding.map(({ name }) => name.split('-').at(-1))).toEqual(expected);
  });

  it('missing data count as healthy, except for the snapshot', () => {
    const breaching = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    expect(breaching.map(nameOf)).toEqual(['snapshot-old']);
  });

  it('alarms may publish to the topic, which requires TLS', () => {
    mailing.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: Match.objectLike({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } }),
          }),
        ]),
      },
    });
  });

  it('alarms are mailed if an address is configured', () => {
    silent.resourceCountIs('AWS::SNS::Topic', 0);
    mailing.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operator@example.com',
    });
    expect(alarmsOf(mailing).filter(({ AlarmActions }) => AlarmActions?.length !== 1)).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('the dashboard shows health, use and costs', () => {
    const [dashboard] = Object.values(silent.findResources('AWS::CloudWatch::Dashboard'));
    const body = JSON.stringify(dashboard);
    for (const question of ['Is it healthy?', 'Is it of use?', 'What does it cost?'])
      expect(body).toContain(question);
  });
});
