// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's Fn::Sub writes its variables like that
import { describe, expect, test } from 'vitest';
import { createResolver } from '../../../runner/template/template.ts';

const resolve = createResolver(
  { refs: new Map([['Table', 'things']]), attributes: new Map([['Table.Arn', 'arn:things']]) },
  'Stack',
);

describe('a template value', () => {
  const cases: [string, unknown, unknown][] = [
    ['names a resource', { Ref: 'Table' }, 'things'],
    ['names what does not run here by its logical id', { Ref: 'Other' }, 'Other'],
    ['reads an attribute', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:things'],
    ['joins', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/things'],
    ['splits and selects', { 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/x'] }] }, 'host'],
    [
      'substitutes',
      { 'Fn::Sub': 'x-${Table}-${Table.Arn}-${AWS::Region}' },
      'x-things-arn:things-eu-north-1',
    ],
    ['substitutes its own variables', { 'Fn::Sub': ['${A}', { A: { Ref: 'Table' } }] }, 'things'],
    ['leaves no value out', { a: { Ref: 'AWS::NoValue' }, b: [1, { Ref: 'AWS::NoValue' }] }, { b: [1] }],
    ['knows the stack', { Ref: 'AWS::StackName' }, 'Stack'],
    [
      'may be anything else',
      { deep: [{ Ref: 'Table' }, 1, null, true] },
      { deep: ['things', 1, null, true] },
    ],
  ];
  test.each(cases)('%s', (_, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  test('with a function nobody knows is refused', () => {
    expect(() => resolve({ 'Fn::Transform': {} })).toThrow('Fn::Transform');
  });
});
