import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  commonEnvironment,
  type Need,
  needEnvironment,
  poolEnvironment,
  settingEnvironment,
} from '#core/contract/needs.ts';
import { constructIdOf, type DeclaredFunction, declaredFunctions } from '#lib/functions.ts';
import { asText, ofType, only, plainStack } from './synthesize-stack.ts';

const { resources } = plainStack();

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: unknown };
type RoleProperties = {
  Policies: { PolicyDocument: { Statement: Statement[] } }[];
  ManagedPolicyArns?: unknown[];
};

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
const idOf = (type: string, name: string) => only(resources, type, name)[0];

function statementsOf(name: string): Statement[] {
  const role = only(resources, 'AWS::IAM::Role', `Functions${constructIdOf(name)}Role`)[1];
  const { Policies, ManagedPolicyArns } = role.Properties as RoleProperties;
  expect(ManagedPolicyArns).toBeUndefined();
  return Policies.flatMap((policy) => policy.PolicyDocument.Statement);
}

const isWrite = ({ Action }: Statement) =>
  list(Action).some((action) => /:(Put|Update|Delete|Batch.*Write)\w*Item/.test(action));

const onlyTheDayOfUse = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TOKENUSE#*'] } };

/** "action resource" for everything a function's role allows. */
function allowedTo(name: string): string[] {
  const statements = statementsOf(name);
  expect(statements.every((statement) => statement.Effect === 'Allow')).toBe(true);
  return statements
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((resource) => `${action} ${asText(resource)}`)),
    )
    .sort();
}

function environmentOf(name: string): Record<string, unknown> {
  const fn = only(resources, 'AWS::Lambda::Function', `Functions${constructIdOf(name)}Function`)[1];
  return (fn.Properties.Environment as { Variables: Record<string, unknown> }).Variables;
}

const arn = (type: string, start: string) => `\${${idOf(type, start)}.Arn}`;
const queue = (start: string) => arn('AWS::SQS::Queue', start);
const tableArn = arn('AWS::DynamoDB::GlobalTable', 'DataTable');
const tables = [tableArn, ...['gsi1', 'gsi2', 'gsi3'].map((index) => `${tableArn}/index/${index}`)];
const photos = arn('AWS::S3::Bucket', 'DataPhotos');
const dataArn = arn('AWS::S3::Bucket', 'Data');
const sockets = `\${${idOf('AWS::ApiGatewayV2::Api', 'LiveSockets')}}`;
const ses = (resource: string) => `arn:aws:ses:eu-north-1:\${AWS::AccountId}:${resource}`;
const secret = (start: string) => `\${${idOf('AWS::SecretsManager::Secret', start)}}`;
const logs = arn('AWS::Logs::LogGroup', 'FunctionsLogs');

const on = (places: string[], ...actions: string[]) =>
  actions.flatMap((action) => places.map((place) => `${action} ${place}`));
const readItems = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'].map(
  (name) => `dynamodb:${name}`,
);
const writeItems = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map(
  (name) => `dynamodb:${name}`,
);
const readData = [`s3:GetObject ${dataArn}/*`, `s3:ListBucket ${dataArn}`];

const readCatalog = [`s3:GetObject ${dataArn}/catalog/*`, `s3:ListBucket ${dataArn}`];

// Written out a second time on purpose: what a need means is checked against this list, not against itself.
const meaning: Record<Need, string[]> = {
  'table:read': on(tables, ...readItems),
  'table:write': on(tables, ...readItems, ...writeItems),
  // Under conditions of its own, see below.
  'token-use:write': [`dynamodb:UpdateItem ${tableArn}`],
  'scrape-queue:send': [`sqs:SendMessage ${queue('QueuesScrape')}`],
  'hourly-queue:send': [`sqs:SendMessage ${queue('QueuesHourly')}`],
  'hourly-queue:take': on(
    [queue('QueuesHourly')],
    'sqs:ReceiveMessage',
    'sqs:DeleteMessage',
    'sqs:ChangeMessageVisibility',
  ),
  'identify-queue:send': [`sqs:SendMessage ${queue('QueuesIdentify')}`],
  'rate-queue:send': [`sqs:SendMessage ${queue('QueuesRate')}`],
  'notify-queue:send': [`sqs:SendMessage ${queue('QueuesNotify')}`],
  'dead-letters:take': on([queue('QueuesDeadLetters')], 'sqs:ReceiveMessage', 'sqs:DeleteMessage'),
  'photos:read': [`s3:GetObject ${photos}/photos/*`],
  'app-page:read': [`s3:GetObject ${arn('AWS::S3::Bucket', 'WebApp')}/index.html`],
  'photos:write': [`s3:PutObject ${photos}/photos/*`],
  'car-photos:erase': [`s3:DeleteObject ${photos}/photos/car/*`, `s3:ListBucket ${photos}`],
  'own-photos:erase': [`s3:DeleteObject ${photos}/photos/own/*`, `s3:ListBucket ${photos}`],
  'data:read': readData,
  'data:write': [`s3:PutObject ${dataArn}/*`],
  'unread-pages:keep': [`s3:PutObject ${dataArn}/unread-pages/*`],
  'catalog:read': readCatalog,
  'catalog:write': [...readCatalog, ...on([`${dataArn}/catalog/*`], 's3:PutObject', 's3:DeleteObject')],
  // Nothing where the list is answered from memory (car-index-stack.test.ts).
  'car-index:read': [],
  'car-index:write': [],
  'users:client': on([arn('AWS::Cognito::UserPool', 'AuthUsers')], 'cognito-idp:DescribeUserPoolClient'),
  'users:read': on([arn('AWS::Cognito::UserPool', 'AuthUsers')], 'cognito-idp:AdminGetUser'),
  'users:admin': on(
    [arn('AWS::Cognito::UserPool', 'AuthUsers')],
    'cognito-idp:AdminInitiateAuth',
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminUserGlobalSignOut',
    'cognito-idp:AdminDeleteUser',
  ),
  'bus:put': [`events:PutEvents ${arn('AWS::Events::EventBus', 'Bus')}`],
  'live:send': [
    `execute-api:ManageConnections arn:aws:execute-api:eu-north-1:\${AWS::AccountId}:${sockets}/live/POST/@connections/*`,
  ],
  'live:close': [
    `execute-api:ManageConnections arn:aws:execute-api:eu-north-1:\${AWS::AccountId}:${sockets}/live/DELETE/@connections/*`,
  ],
  'register-secret:read': [`secretsmanager:GetSecretValue ${secret('RegisterKey')}`],
  'push-secret:read': [`secretsmanager:GetSecretValue ${secret('PushKey')}`],
  'mail:send': on(
    [
      ses('identity/bilfund.invalid'),
      ses(`configuration-set/\${${idOf('AWS::SES::ConfigurationSet', 'MailSet')}}`),
    ],
    'ses:SendEmail',
  ),
  'stripe-secret:read': [`secretsmanager:GetSecretValue ${secret('StripeKey')}`],
  'stripe-webhook-secret:read': [`secretsmanager:GetSecretValue ${secret('StripeWebhookKey')}`],
};

const consumeFrom = (queues: string[]) =>
  on(
    queues,
    ...['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'].map(
      (x) => `sqs:${x}`,
    ),
  );
const readStream = [
  ...on(
    [`\${${idOf('AWS::DynamoDB::GlobalTable', 'DataTable')}.StreamArn}`],
    ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((name) => `dynamodb:${name}`),
  ),
  'dynamodb:ListStreams *',
  `sqs:SendMessage ${queue('QueuesStreamFailures')}`,
];
const byTrigger: Record<string, string[]> = {
  scrape: consumeFrom([queue('QueuesScrape')]),
  identify: consumeFrom([queue('QueuesIdentify')]),
  rate: consumeFrom([queue('QueuesRate')]),
  notify: consumeFrom([queue('QueuesNotify')]),
  publish: readStream,
  'index-cars': readStream,
};

const trace = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const isTraced = (declared: DeclaredFunction) => declared.kind === 'worker' && declared.row.isTraced === true;

function expected(declared: DeclaredFunction): string[] {
  const all = [
    ...declared.row.needs.flatMap((need) => meaning[need]),
    ...(byTrigger[declared.name] ?? []),
    ...(declared.kind === 'worker' && declared.row.trigger.kind === 'schedule'
      ? [`sqs:SendMessage ${queue('QueuesJobFailures')}`]
      : []),
    ...(declared.kind === 'route' ? [`secretsmanager:GetSecretValue ${secret('OriginSecret')}`] : []),
    ...on([logs], 'logs:CreateLogStream', 'logs:PutLogEvents'),
    ...(isTraced(declared) ? on(['*'], ...trace) : []),
  ];
  return [...new Set(all)].sort();
}

describe('what a function may do', () => {
  it.each(declaredFunctions.map((declared) => [declared.name, declared] as const))(
    '%s has the rights of its needs and trigger, on the named resources, and no others',
    (name, declared) => {
      expect(allowedTo(name)).toEqual(expected(declared));
    },
  );

  it('no function may do everything, and a wildcard resource is granted only where none can be named', () => {
    const everything = declaredFunctions.flatMap(({ name }) => allowedTo(name));
    const wide = everything.filter((line) => /^\S*\*/.test(line) || / \*$/.test(line));
    expect(new Set(wide)).toEqual(new Set(['dynamodb:ListStreams *', ...on(['*'], ...trace)]));
  });

  it("rights are in the functions' roles; only CDK’s own function has a separate policy", () => {
    const policies = ofType(resources, 'AWS::IAM::Policy').map(([id]) => id);
    expect(policies).toEqual([expect.stringMatching(/^CustomCDKBucketDeployment/)]);
  });

  it('functions that only read the table cannot write to it', () => {
    const readers = declaredFunctions.filter(({ row }) => !row.needs.includes('table:write'));
    const writes = readers.flatMap(({ name }) => statementsOf(name)).filter(isWrite);
    expect(readers.length).toBeGreaterThan(0);
    expect(writes.filter(({ Condition }) => !isDeepStrictEqual(Condition, onlyTheDayOfUse))).toEqual([]);
  });

  it('lets readers that take access tokens change only the day of their use', () => {
    const takers = declaredFunctions.filter(
      ({ row }) => row.needs.includes('token-use:write') && !row.needs.includes('table:write'),
    );
    expect(takers.map(({ name }) => name).sort()).toEqual([
      'get-car',
      'list-cars',
      'list-hunt',
      'list-known-cars',
      'list-subscriptions',
      'mcp',
    ]);
    for (const { name } of takers)
      expect(statementsOf(name).filter(isWrite)).toMatchObject([
        { Action: 'dynamodb:UpdateItem', Condition: onlyTheDayOfUse },
      ]);
  });
});

describe('what a function knows of its surroundings', () => {
  it.each(declaredFunctions.map((declared) => [declared.name, declared] as const))(
    '%s has the common variables, those of its needs and its settings',
    (name, declared) => {
      const settings = declared.kind === 'route' ? settingEnvironment : declared.row.settings;
      const names = [
        ...commonEnvironment,
        ...poolEnvironment,
        ...declared.row.needs.flatMap((need) => needEnvironment[need]),
        ...settings,
      ];
      expect(Object.keys(environmentOf(name)).sort()).toEqual([...new Set<string>(names)].sort());
    },
  );

  it('functions know secrets by their ARN, never by value', () => {
    for (const { name } of declaredFunctions) {
      const text = JSON.stringify(environmentOf(name));
      expect(text).not.toMatch(/resolve:secretsmanager|replace-me/);
      expect(asText(environmentOf(name).ORIGIN_SECRET_ARN)).toBe(secret('OriginSecret'));
    }
  });

  it('functions know the user pool that the authorizer trusts', () => {
    const variables = environmentOf('list-cars');
    const pool = `\${${idOf('AWS::Cognito::UserPool', 'AuthUsers')}}`;
    expect(asText(variables.TOKEN_JWKS_URL)).toBe(
      `https://cognito-idp.eu-north-1.amazonaws.com/${pool}/.well-known/jwks.json`,
    );
    expect(asText(variables.TOKEN_ISSUER)).toBe(
      `\${${idOf('AWS::Cognito::UserPool', 'AuthUsers')}.ProviderURL}`,
    );
  });
});
