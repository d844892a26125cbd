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
  it('a stage without a visitor has no queue, role, alarm, graph or output for one', () => {
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

  it("only the principal of the stage's file may assume the visitor's role", () => {
    const { AssumeRolePolicyDocument } = only(on.resources, 'AWS::IAM::Role', 'FunctionsVisitorRole')[1]
      .Properties as RoleProperties;
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: principal } },
    ]);
  });

  it("the visitor's role has the rights of the scraper except its queues, log and traces, and its own queues of visits", () => {
    const [queue] = Object.keys(on.resources).filter((id) => /^QueuesHourly[0-9A-F]{8}$/.test(id));
    const hourly = `sqs:SendMessage \${${queue}.Arn}`;
    const scraper = rightsOf('FunctionsScrapeRole').filter(
      (line) => line !== hourly && !/^logs:|^xray:|^sqs:(Receive|Delete|Change|GetQueue)/.test(line),
    );
    const taking = ['ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'].flatMap((action) =>
      [visits, hourlyVisits].map((queue) => `sqs:${action} ${queue}`),
    );
    expect(rightsOf('FunctionsVisitorRole')).toEqual([...scraper, ...taking].sort());
    expect(rightsOf('FunctionsVisitorRole').filter((line) => /^\S*\*| \*$/.test(line))).toEqual([]);
  });

  it('the scraper may send to the queues of visits, whose dead letters end like others', () => {
    expect(rightsOf('FunctionsScrapeRole')).toEqual(
      expect.arrayContaining([`sqs:SendMessage ${visits}`, `sqs:SendMessage ${hourlyVisits}`]),
    );
    expect(only(on.resources, 'AWS::SQS::Queue', 'QueuesVisits')[1].Properties).toMatchObject({
      VisibilityTimeout: 120,
      RedrivePolicy: { maxReceiveCount: 5 },
    });
  });

  it('the outputs have what the visitor command needs, and an alarm watches the visitor', () => {
    expect(Object.keys(on.template.toJSON().Outputs)).toEqual(
      expect.arrayContaining(['VisitorRole', 'VisitsQueue', 'ScrapeQueue', 'IdentifyQueue', 'RateQueue']),
    );
    const dashboard = JSON.stringify(on.template.findResources('AWS::CloudWatch::Dashboard'));
    for (const name of ['VisitorSeen', 'VisitorJobsDone', 'VisitorJobsRefused'])
      expect(dashboard).toContain(name);
  });

  it('a stage with a visitor is not deployed without the principal of its role', () => {
    expect(missingValues('dev', { ...undecided, ...allowing, visitorPrincipal: null })).toContain(
      '"visitorPrincipal"',
    );
    expect(missingValues('dev', { ...undecided, ...allowing })).toBeNull();
  });
});
