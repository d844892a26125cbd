import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { type AlarmRow, textOf } from './alarms/alarm-row.ts';
import { makeDashboard } from './alarms/dashboard.ts';
import { ownFigure } from './alarms/figures.ts';
import { importAlarms } from './alarms/imports.ts';
import { jobAlarms } from './alarms/jobs-and-payments.ts';
import { mailAlarms } from './alarms/mails.ts';
import { requestAlarms } from './alarms/requests.ts';
import { visitorAlarms } from './alarms/visitor.ts';
import type { Watched } from './alarms/watched.ts';
import { constructIdOf } from './functions.ts';
import { functionNameOf, type Stage } from './stage.ts';
import type { StageFile } from './stage-file.ts';

type ObservabilityProps = Omit<Watched, 'own' | 'functionName'> & {
  stage: Stage;
  /** Who is told by mail; without an address the alarms are seen in the console only. */
  alarmMail: StageFile['alarmMail'];
};

/** Alarms on what means that somebody is losing something, each with its words and its page, and the dashboard. */
export class Observability extends Construct {
  readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { stage, alarmMail, ...props }: ObservabilityProps) {
    super(scope, id);
    const functionName = (worker: string) => functionNameOf(stage, worker);
    const watched = { ...props, own: ownFigure(stage), functionName };
    const rows = [importAlarms, requestAlarms, jobAlarms, mailAlarms, visitorAlarms].flatMap((of) =>
      of(watched),
    );
    this.topic = alarmMail ? this.mailTopic(alarmMail) : undefined;
    for (const row of rows) this.alarm(row, stage);
    makeDashboard(this, watched, rows);
  }

  private mailTopic(address: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    // A policy of ours, and be it the one that asks for TLS, stands in the place of the one by which the account may publish.
    const { account, partition, region } = Stack.of(this);
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        },
      }),
    );
    topic.addSubscription(new EmailSubscription(address));
    return topic;
  }

  private alarm(row: AlarmRow, stage: Stage): void {
    const { LESS_THAN_THRESHOLD, GREATER_THAN_OR_EQUAL_TO_THRESHOLD } = ComparisonOperator;
    const alarm = new Alarm(this, constructIdOf(row.name), {
      // The subject of the mail.
      alarmName: `bilfund-${stage}-${row.name}`,
      alarmDescription: textOf(row),
      metric: row.metric,
      threshold: row.threshold,
      evaluationPeriods: row.periods ?? 1,
      comparisonOperator: row.whenSilent ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: row.whenSilent ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
  }
}
