import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowed, type PolicyStatement } from '../../iam/policy.ts';

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
