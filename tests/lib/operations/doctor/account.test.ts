import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Operator } from '#core/operator.ts';
import {
  alarmMail,
  bootstrapped,
  concurrency,
  deployed,
  operator,
  sender,
  snapshot,
} from '#lib/operations/doctor.ts';
import { undecided } from '#lib/stage.ts';
import { acceptedOperator } from '#tests/support/sample-operator.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';
import { makeSurroundings } from './surroundings.ts';

const lambda = standInFor(LambdaClient);
const mails = standInFor(SESv2Client);
const topics = standInFor(SNSClient);
const objects = standInFor(S3Client);
const all = [lambda, mails, topics, objects];
beforeEach(() => {
  for (const each of all) each.reset();
});

describe('the check of how many functions may run at once', () => {
  const look = (quota: number, accountConcurrency: number | null) => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: quota } });
    return concurrency.look(makeSurroundings({ stageFile: { ...undecided, accountConcurrency } }));
  };

  it("the concurrency check passes if the stage's file does not exceed the account's quota", async () => {
    expect(await look(10, 10)).toMatchObject({ state: 'ok' });
    expect(await look(1000, null)).toMatchObject({ state: 'ok' });
  });

  it('the concurrency check names the value to write and the command to raise the quota', async () => {
    const finding = await look(10, 100);
    expect(finding).toMatchObject({
      state: 'missing',
      sentence: expect.stringMatching(/stages\/prod\.json says 100: write 10 there/),
      command: expect.stringContaining('request-service-quota-increase --region eu-north-1'),
    });
    expect(await look(10, null)).toMatchObject({ state: 'missing' });
  });
});

describe('the check of who runs the stage', () => {
  const look = (OPERATOR: Operator | null, stage: 'prod' | 'dev' = 'prod') =>
    operator.look(
      makeSurroundings({ stage, stageFile: { ...undecided, settings: { ...undecided.settings, OPERATOR } } }),
    );

  it('the operator check passes for a named operator and shows the name', async () => {
    expect(await look(acceptedOperator)).toMatchObject({
      ...{ state: 'ok', sentence: expect.stringContaining(acceptedOperator.name) },
    });
  });

  it('the operator check reports a missing or placeholder operator for prod and nothing for dev', async () => {
    const standsIn = { ...acceptedOperator, supportMail: 'support@bilfund.example' };
    for (const named of [null, standsIn]) {
      expect(await look(named)).toMatchObject({ state: 'missing' });
      expect(await look(named, 'dev')).toMatchObject({ state: 'cannot tell' });
    }
  });
});

describe('the check of mails', () => {
  const stageFile = { ...undecided, mailFrom: 'news@bilfund.example' };
  const look = () => sender.look(makeSurroundings({ stageFile }));
  const identity = () => mails.on(GetEmailIdentityCommand, { EmailIdentity: 'bilfund.example' });

  it('the mail check leads from an unknown domain to production access', async () => {
    identity().rejects(new NotFoundException({ $metadata: {}, message: 'no such identity' }));
    expect(await look()).toMatchObject({
      state: 'missing',
      command: expect.stringContaining('create-email-identity'),
    });
    identity().resolves({ VerifiedForSendingStatus: false });
    expect(await look()).toMatchObject({
      state: 'missing',
      command: expect.stringContaining('get-email-identity'),
    });
    identity().resolves({ VerifiedForSendingStatus: true });
    mails.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false });
    expect(await look()).toMatchObject({ state: 'missing', sentence: expect.stringContaining('sandbox') });
    mails.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true });
    expect(await look()).toMatchObject({ state: 'ok' });
  });

  it('the mail check tells how many of the day’s mails were sent, and fails when few are left', async () => {
    const quota = (SentLast24Hours: number) => {
      identity().resolves({ VerifiedForSendingStatus: true });
      const SendQuota = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours };
      mails.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendQuota });
      return look();
    };
    const sentence = '39999 of 50000 mails a day were sent in the last day, of 14 a second at most';
    expect(await quota(39_999)).toMatchObject({ state: 'ok', sentence: expect.stringContaining(sentence) });
    expect(await quota(40_000)).toMatchObject({
      state: 'missing',
      command: expect.stringContaining('service-quotas'),
    });
  });

  it('the mail check misses a sender in prod, and cannot judge dev without one', async () => {
    expect(await sender.look(makeSurroundings())).toMatchObject({
      ...{ state: 'missing', sentence: 'stages/prod.json lacks "mailFrom".' },
    });
    expect(await sender.look(makeSurroundings({ stage: 'dev' }))).toMatchObject({ state: 'cannot tell' });
    expect(mails.calls()).toHaveLength(0);
  });
});

describe('the check of alarms', () => {
  const address = 'operator@bilfund.example';
  const look = (SubscriptionArn: string) => {
    topics
      .on(ListSubscriptionsByTopicCommand, { TopicArn: 'topic' })
      .resolves({ Subscriptions: [{ Endpoint: address, SubscriptionArn }] });
    return alarmMail.look(
      makeSurroundings({ stageFile: { ...undecided, alarmMail: address }, outputs: { AlarmTopic: 'topic' } }),
    );
  };

  it('the alarm check passes once the address has confirmed its subscription', async () => {
    expect(await look('arn:aws:sns:eu-north-1:123456789012:Alarms:1')).toMatchObject({ state: 'ok' });
    expect(await look('PendingConfirmation')).toMatchObject({
      state: 'missing',
      command: expect.stringContaining(`--notification-endpoint ${address}`),
    });
  });

  it('the alarm check misses an address in prod, and cannot judge dev without one or a stage without a topic', async () => {
    expect(await alarmMail.look(makeSurroundings())).toMatchObject({
      ...{ state: 'missing', sentence: 'stages/prod.json lacks "alarmMail".' },
    });
    expect(await alarmMail.look(makeSurroundings({ stage: 'dev' }))).toMatchObject({ state: 'cannot tell' });
    const named = makeSurroundings({ stageFile: { ...undecided, alarmMail: address } });
    expect(await alarmMail.look(named)).toMatchObject({ state: 'cannot tell' });
  });
});

describe('the check of the list of cars', () => {
  const look = (...times: string[]) => {
    objects
      .on(ListObjectsV2Command, { Bucket: 'data', Prefix: 'catalog/' })
      .resolves({ Contents: times.map((time) => ({ LastModified: new Date(time) })) });
    return snapshot.look(makeSurroundings({ outputs: { DataBucket: 'data' } }));
  };

  it('the catalog check accepts a snapshot that is up to an hour old', async () => {
    expect(await look('2026-11-20T12:00:00Z', '2026-11-23T11:50:00Z')).toMatchObject({
      state: 'ok',
      sentence: 'The list of cars was written 10 minutes ago.',
    });
    expect(await look('2026-11-23T10:30:00Z')).toMatchObject({ state: 'missing' });
    expect(await look()).toMatchObject({
      state: 'missing',
      sentence: 'The list of cars was never written.',
    });
  });

  it("the catalog check does not require a snapshot in a stack's first hour", async () => {
    objects.on(ListObjectsV2Command).resolves({ Contents: [] });
    const young = { outputs: { DataBucket: 'data' }, createdAt: new Date('2026-11-23T11:58:00Z') };
    expect(await snapshot.look(makeSurroundings(young))).toMatchObject({
      state: 'cannot tell',
      sentence: expect.stringContaining('every quarter of an hour'),
    });
  });

  it('the catalog check cannot judge without the bucket’s name', async () => {
    expect(await snapshot.look(makeSurroundings())).toMatchObject({ state: 'cannot tell' });
  });
});

describe('the doctor’s look at stacks', () => {
  const cloud = standInFor(CloudFormationClient);
  beforeEach(() => cloud.reset());

  const toolkit = (StackStatus: 'CREATE_COMPLETE' | 'ROLLBACK_COMPLETE') =>
    cloud.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).resolves({
      Stacks: [{ StackName: 'CDKToolkit', CreationTime: new Date(), StackStatus }],
    });

  describe('the check of the account', () => {
    it("the account check passes if the toolkit's stack exists", async () => {
      toolkit('CREATE_COMPLETE');
      expect(await bootstrapped.look(makeSurroundings())).toMatchObject({ state: 'ok' });
    });

    it("the account check names the command if the toolkit's stack is missing or incomplete", async () => {
      const command = 'npm run build && npx cdk bootstrap aws://ACCOUNT/eu-north-1';
      cloud
        .on(DescribeStacksCommand)
        .rejects(Object.assign(new Error('Stack does not exist'), { name: 'ValidationError' }));
      expect(await bootstrapped.look(makeSurroundings())).toMatchObject({ state: 'missing', command });
      toolkit('ROLLBACK_COMPLETE');
      expect(await bootstrapped.look(makeSurroundings())).toMatchObject({ state: 'missing', command });
    });

    it('the account check asks for the region of the edge stack where a budget needs it', async () => {
      cloud
        .on(DescribeStacksCommand)
        .rejects(Object.assign(new Error('Stack does not exist'), { name: 'ValidationError' }));
      const stageFile = { ...undecided, monthlyBudgetUsd: 50 };
      const finding = await bootstrapped.look(makeSurroundings({ stageFile }));
      expect(finding).toMatchObject({
        command: 'npm run build && npx cdk bootstrap aws://ACCOUNT/eu-north-1 aws://ACCOUNT/us-east-1',
      });
    });
  });

  describe('the check of the stack', () => {
    it('the stack check asks for a first deployment', async () => {
      expect(await deployed.look(makeSurroundings())).toMatchObject({ state: 'ok' });
      expect(await deployed.look(makeSurroundings({ outputs: null }))).toMatchObject({
        state: 'missing',
        command: 'npm run deploy -- --stage prod',
      });
    });
  });
});
