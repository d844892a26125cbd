import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { describe, expect, it, vi } from 'vitest';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { Observability } from '#lib/observability.ts';
import { Queues } from '#lib/queues.ts';

function templateWith(alarmMail: string | null): Template {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-north-1' } });
  const { byName, deadLetters, streamFailures } = new Queues(stack, 'Queues');
  new Observability(stack, 'Observability', {
    stage: 'prod',
    httpApi: new HttpApi(stack, 'Api'),
    queues: byName,
    deadLetters,
    streamFailures,
    table: { tableName: 'cars' },
    alarmMail,
  });
  return Template.fromStack(stack);
}

const silent = templateWith(null);
const mailing = templateWith('operator@example.com');

describe('the alarms', () => {
  it('sound for every queue of given-up work, for server errors, throttles, wrong plans and a full catalog, once each', () => {
    const alarms = Object.values(silent.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms.map((alarm) => alarm.Properties.AlarmDescription).sort()).toEqual([
      'Changes of the table were not published.',
      'Functions wait for concurrency.',
      'Messages were given up: cars are missing, or alerts.',
      'Plans differed from what Stripe holds.',
      'Plans were not compared with Stripe.',
      'The API answered with server errors.',
      'The list of cars outgrows its memory.',
      'The table refuses requests.',
    ]);
    expect(alarms.every((alarm) => alarm.Properties.TreatMissingData === 'notBreaching')).toBe(true);
  });

  it('count throttled reads and writes, which DynamoDB reports by table', () => {
    silent.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: 'The table refuses requests.',
      Metrics: Match.arrayWith([
        Match.objectLike({
          MetricStat: {
            Metric: {
              Namespace: 'AWS/DynamoDB',
              MetricName: 'WriteThrottleEvents',
              Dimensions: [{ Name: 'TableName', Value: 'cars' }],
            },
            Period: 300,
            Stat: 'Sum',
          },
        }),
      ]),
    });
  });

  it('count what is given up where the dead letters are taken, of this stage alone, summed over the types of messages', () => {
    silent.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'Bilfund',
      MetricName: 'DeadLetters',
      Dimensions: [{ Name: 'Stage', Value: 'prod' }],
      Threshold: 1,
    });
    vi.stubEnv('STAGE', 'prod');
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    countMetric('DeadLetters', 1, { type: 'rate' });
    const line = JSON.parse(String(write.mock.calls[0]![0]));
    write.mockRestore();
    vi.unstubAllEnvs();
    expect(line._aws.CloudWatchMetrics[0].Dimensions).toEqual([['Stage'], ['Stage', 'type']]);
    expect(line).toMatchObject({ Stage: 'prod', type: 'rate', DeadLetters: 1 });
  });

  it('may publish to the topic whose policy asks for TLS', () => {
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

  it('tell somebody when an address is given, and nobody otherwise', () => {
    silent.resourceCountIs('AWS::SNS::Topic', 0);
    mailing.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operator@example.com',
    });
    const alarms = Object.values(mailing.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms.filter((alarm) => alarm.Properties.AlarmActions?.length !== 1)).toEqual([]);
  });
});
