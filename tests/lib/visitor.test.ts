import { describe, expect, it } from 'vitest';
import { missingValues, type StageFile, undecided } from '#lib/stage.ts';
import { asText, only, synthesizeStack } from './synthesize-stack.ts';

const principal = 'arn:aws:iam::123456789012:user/office';
const allowing: Partial<StageFile> = {
  visitorPrincipal: principal,
  settings: { ...undecided.settings, VISITS_BY: 'both' },
};
const on = synthesizeStack(allowing);
const off = synthesizeStack({ visitorPrincipal: principal });

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Principal?: unknown };
type RoleProperties = {
  AssumeRolePolicyDocument: { Statement: Statement[] };
  Policies: { PolicyDocument: { Statement: Statement[] } }[];
  ManagedPolicyArns?: unknown;
};
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

function rightsOf(name: string): string[] {
  const { Policies, ManagedPolicyArns } = only(on.resources, 'AWS::IAM::Role', name)[1]
    .Properties as RoleProperties;
  expect(ManagedPolicyArns).toBeUndefined();
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((each) => `${action} ${asText(each)}`)),
    )
    .sort();
}

describe('a stage without a visitor', () => {
  it('has no queue, role, alarm, graph or output of one', () => {
    const names = Object.keys(off.resources).filter((id) => /Visitor|Queues(Hourly)?Visits/.test(id));
    expect(names).toEqual([]);
    expect(JSON.stringify(off.template.toJSON())).not.toMatch(
      /VisitorSeen|VisitorRole|VisitsQueue|user\/office/,
    );
  });
});

describe('a stage with a visitor', () => {
  const hourlyVisits = `\${${only(on.resources, 'AWS::SQS::Queue', 'QueuesHourlyVisits')[0]}.Arn}`;
  const visits = `\${${only(on.resources, 'AWS::SQS::Queue', 'QueuesVisits')[0]}.Arn}`;

  it('lets the principal of its file take on the role, and nobody else', () => {
    const { AssumeRolePolicyDocument } = only(on.resources, 'AWS::IAM::Role', 'FunctionsVisitorRole')[1]
      .Properties as RoleProperties;
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: principal } },
    ]);
  });

  it('gives the role what the scraping function has but its own queues and log, and its queues of visits', () => {
    const [queue] = Object.keys(on.resources).filter((id) => /^QueuesHourly[0-9A-F]{8}$/.test(id));
    const hourly = `sqs:SendMessage \${${queue}.Arn}`;
    const scraper = rightsOf('FunctionsScrapeRole').filter(
      (line) => line !== hourly && !/^logs:|^sqs:(Receive|Delete|Change|GetQueue)/.test(line),
    );
    const taking = ['ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'].flatMap((action) =>
      [visits, hourlyVisits].map((queue) => `sqs:${action} ${queue}`),
    );
    expect(rightsOf('FunctionsVisitorRole')).toEqual([...scraper, ...taking].sort());
    expect(rightsOf('FunctionsVisitorRole').filter((line) => /^\S*\*| \*$/.test(line))).toEqual([]);
  });

  it('lets the scraping function send to the queues of visits, whose lost messages end like those of others', () => {
    expect(rightsOf('FunctionsScrapeRole')).toEqual(
      expect.arrayContaining([`sqs:SendMessage ${visits}`, `sqs:SendMessage ${hourlyVisits}`]),
    );
    expect(only(on.resources, 'AWS::SQS::Queue', 'QueuesVisits')[1].Properties).toMatchObject({
      VisibilityTimeout: 120,
      RedrivePolicy: { maxReceiveCount: 5 },
    });
  });

  it('tells the command what it needs, and watches that it is seen', () => {
    expect(Object.keys(on.template.toJSON().Outputs)).toEqual(
      expect.arrayContaining(['VisitorRole', 'VisitsQueue', 'ScrapeQueue', 'IdentifyQueue', 'RateQueue']),
    );
    const dashboard = JSON.stringify(on.template.findResources('AWS::CloudWatch::Dashboard'));
    for (const name of ['VisitorSeen', 'VisitorJobsDone', 'VisitorJobsRefused'])
      expect(dashboard).toContain(name);
  });

  it('is not deployed before its file says who may take on the role', () => {
    expect(missingValues('dev', { ...undecided, ...allowing, visitorPrincipal: null })).toContain(
      '"visitorPrincipal"',
    );
    expect(missingValues('dev', { ...undecided, ...allowing })).toBeNull();
  });
});
