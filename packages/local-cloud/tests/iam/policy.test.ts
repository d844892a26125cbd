import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowed, type PolicyStatement } from '../../iam/policy.ts';
import { requiredPermissions } from '../../iam/required-permissions.ts';
import { administrator, type WireRequest } from '../../wire/http.ts';

const table = 'arn:aws:dynamodb:eu-north-1:000000000000:table/cars';
const allow = (Action: string | string[], Resource: string | string[]): PolicyStatement => ({
  Effect: 'Allow',
  Action,
  Resource,
});

describe('a role', () => {
  test('allows nothing by itself', () => {
    expect(isAllowed([], 'dynamodb:GetItem', table)).toBe(false);
  });

  test('allows the actions and resources it names, with wildcards, actions in any case', () => {
    const statements = [allow(['dynamodb:Get*', 'dynamodb:query'], [table, `${table}/index/*`])];
    expect(isAllowed(statements, 'dynamodb:GetItem', table)).toBe(true);
    expect(isAllowed(statements, 'dynamodb:Query', `${table}/index/gsi1`)).toBe(true);
    expect(isAllowed(statements, 'dynamodb:PutItem', table)).toBe(false);
    expect(isAllowed(statements, 'dynamodb:GetItem', `${table}s`)).toBe(false);
  });

  test('is bound by what it denies', () => {
    const statements: PolicyStatement[] = [
      allow('*', '*'),
      { Effect: 'Deny', Action: 's3:*', Resource: '*' },
    ];
    expect(isAllowed(statements, 's3:GetObject', 'arn:aws:s3:::a/b')).toBe(false);
    expect(isAllowed(statements, 'sqs:SendMessage', 'arn:aws:sqs:eu-north-1:000000000000:q')).toBe(true);
  });

  test('gets nothing from a statement whose condition is not evaluated here', () => {
    const conditional = { ...allow('*', '*'), Condition: { StringEquals: { 'aws:PrincipalTag/a': 'b' } } };
    expect(isAllowed([conditional], 's3:GetObject', 'arn:aws:s3:::a/b')).toBe(false);
  });

  test('is bound to the partition keys that a condition names', () => {
    const condition = (keys: object) => ({ 'ForAllValues:StringLike': keys });
    const leading = { 'dynamodb:LeadingKeys': ['USE#*'] };
    const may = (Condition: Record<string, unknown>, keys?: string[]) =>
      isAllowed([{ ...allow('dynamodb:UpdateItem', table), Condition }], 'dynamodb:UpdateItem', table, keys);
    expect(may(condition(leading), ['USE#anna'])).toBe(true);
    expect(may(condition(leading), ['USER#anna'])).toBe(false);
    expect(may(condition(leading), ['USE#anna', 'USER#anna'])).toBe(false);
    expect(may(condition(leading), [])).toBe(false);
    expect(may(condition(leading))).toBe(false);
    expect(may(condition({ ...leading, 'dynamodb:Attributes': ['a'] }), ['USE#anna'])).toBe(false);
    expect(may({ ...condition(leading), Bool: { 'aws:SecureTransport': 'true' } }, ['USE#anna'])).toBe(false);
  });

  test('takes no character of a name for a pattern but * and ?', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (name, other) => {
        const isPlain = !/[*?]/.test(name);
        return (
          !isPlain || isAllowed([allow('s3:GetObject', name)], 's3:GetObject', other) === (name === other)
        );
      }),
    );
  });
});

const context = { socketApiId: 'socket1234', secretArn: (id: string) => id, partitionKeyOf: () => 'owner' };

function request(fields: Partial<WireRequest> & { target?: string; input?: object }): WireRequest {
  const { target, input, ...rest } = fields;
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: target ? { 'x-amz-target': `Service.${target}` } : {},
    body: Buffer.from(JSON.stringify(input ?? {})),
    caller: administrator,
    signal: new AbortController().signal,
    ...rest,
  };
}
const actionsOf = (service: string, asked: Parameters<typeof request>[0]) =>
  requiredPermissions(service, request(asked), context).map(
    ({ action, resource }) => `${action} ${resource}`,
  );
const tableArn = 'arn:aws:dynamodb:eu-north-1:000000000000:table';

describe('a request needs', () => {
  test('its own action on the table or the index it reads', () => {
    expect(
      actionsOf('dynamodb', { target: 'Query', input: { TableName: 'cars', IndexName: 'gsi1' } }),
    ).toEqual([`dynamodb:Query ${tableArn}/cars/index/gsi1`]);
  });

  test('its own action on an item, whose partition key is told', () => {
    const input = { TableName: 'cars', Key: { car: { S: 'b' }, owner: { S: 'a' } } };
    expect(requiredPermissions('dynamodb', request({ target: 'UpdateItem', input }), context)).toEqual([
      { action: 'dynamodb:UpdateItem', resource: `${tableArn}/cars`, leadingKeys: ['a'] },
    ]);
  });

  test('in a transaction what each of its items needs', () => {
    const TransactItems = [{ Put: { TableName: 'a' } }, { ConditionCheck: { TableName: 'b' } }];
    expect(actionsOf('dynamodb', { target: 'TransactWriteItems', input: { TransactItems } })).toEqual([
      `dynamodb:PutItem ${tableArn}/a`,
      `dynamodb:ConditionCheckItem ${tableArn}/b`,
    ]);
  });

  test('for a batch of messages the action of one', () => {
    const input = { QueueUrl: 'http://127.0.0.1:1/000000000000/jobs' };
    expect(actionsOf('sqs', { target: 'SendMessageBatch', input })).toEqual([
      'sqs:SendMessage arn:aws:sqs:eu-north-1:000000000000:jobs',
    ]);
  });

  test('for objects the key, decoded, and for lists the bucket', () => {
    expect(actionsOf('s3', { method: 'PUT', path: '/photos/a%20b/c' })).toEqual([
      's3:PutObject arn:aws:s3:::photos/a b/c',
    ]);
    expect(actionsOf('s3', { method: 'GET', path: '/photos' })).toEqual([
      's3:ListBucket arn:aws:s3:::photos',
    ]);
    const body = Buffer.from('<Delete><Object><Key>a&amp;b</Key></Object></Delete>');
    expect(actionsOf('s3', { path: '/photos', query: new URLSearchParams('delete='), body })).toEqual([
      's3:DeleteObject arn:aws:s3:::photos/a&b',
    ]);
  });

  test('for a socket the connection under its stage and method', () => {
    expect(actionsOf('execute-api', { path: '/live/@connections/abc%3D' })).toEqual([
      'execute-api:ManageConnections arn:aws:execute-api:eu-north-1:000000000000:socket1234/live/POST/@connections/abc=',
    ]);
  });

  test('of the user pool a grant for admin calls only', () => {
    expect(actionsOf('cognito-idp', { target: 'SignUp' })).toEqual([]);
    expect(actionsOf('cognito-idp', { target: 'AdminGetUser', input: { UserPoolId: 'p' } })).toEqual([
      'cognito-idp:AdminGetUser arn:aws:cognito-idp:eu-north-1:000000000000:userpool/p',
    ]);
  });

  test('for events each bus once', () => {
    const Entries = [{ EventBusName: 'b' }, { EventBusName: 'b' }, {}];
    expect(actionsOf('events', { target: 'PutEvents', input: { Entries } })).toEqual([
      'events:PutEvents arn:aws:events:eu-north-1:000000000000:event-bus/b',
      'events:PutEvents arn:aws:events:eu-north-1:000000000000:event-bus/default',
    ]);
  });
});
