import { describe, expect, test } from 'vitest';
import { type StackTemplate, withNestedStacks } from '../../../runner/template/assembly.ts';

const routes: StackTemplate = {
  Parameters: { Api: {}, Size: { Default: 3 } },
  Resources: {
    Caller: { Type: 'Role', Properties: { Name: 'x' } },
    Route: {
      Type: 'Route',
      Properties: {
        ApiId: { Ref: 'Api' },
        Size: { Ref: 'Size' },
        Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Caller' }]] },
        Credentials: { 'Fn::GetAtt': ['Caller', 'Arn'] },
        Region: { Ref: 'AWS::Region' },
      },
    },
  },
  Outputs: { CallerArn: { Value: { 'Fn::GetAtt': ['Caller', 'Arn'] } } },
};

const hashes: Record<string, string> = { routes: 'a'.repeat(64), outer: 'b'.repeat(64) };

const stack = (name: string | undefined, parameters: object) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: {
    Parameters: parameters,
    ...(name && {
      TemplateURL: {
        'Fn::Join': ['', ['https://s3.', { Ref: 'AWS::URLSuffix' }, `/assets/${hashes[name]}.json`]],
      },
    }),
  },
});

const flatten = (
  resources: StackTemplate['Resources'],
  templates: Record<string, StackTemplate> = { routes },
) =>
  withNestedStacks(
    { Resources: resources },
    (hash) => Object.entries(templates).find(([name]) => hashes[name] === hash)?.[1] ?? {},
  );

describe('a template with a nested stack', () => {
  const all = flatten({
    Http: { Type: 'Api' },
    Reader: { Type: 'Reader', Properties: { Of: { 'Fn::GetAtt': ['Routes', 'Outputs.CallerArn'] } } },
    Routes: stack('routes', { Api: { Ref: 'Http' } }),
  });

  test('holds the nested resources, whose ids begin with the stack’s', () => {
    expect(Object.keys(all).sort()).toEqual(['Http', 'Reader', 'RoutesCaller', 'RoutesRoute']);
  });

  test('gives the parameters what the outer stack gives, or their default', () => {
    expect(all.RoutesRoute?.Properties).toMatchObject({ ApiId: { Ref: 'Http' }, Size: 3 });
  });

  test('keeps references between nested resources, and those to the cloud', () => {
    expect(all.RoutesRoute?.Properties).toMatchObject({
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'RoutesCaller' }]] },
      Credentials: { 'Fn::GetAtt': ['RoutesCaller', 'Arn'] },
      Region: { Ref: 'AWS::Region' },
    });
  });

  test('reads the outputs of the nested stack', () => {
    expect(all.Reader?.Properties).toEqual({ Of: { 'Fn::GetAtt': ['RoutesCaller', 'Arn'] } });
  });

  test('may nest further', () => {
    const deep = flatten(
      { Outer: stack('outer', { Api: 'given' }) },
      {
        routes,
        outer: {
          Parameters: { Api: {} },
          Resources: { Inner: stack('routes', { Api: { Ref: 'Api' } }) },
        },
      },
    );
    expect(Object.keys(deep).sort()).toEqual(['OuterInnerCaller', 'OuterInnerRoute']);
    expect(deep.OuterInnerRoute?.Properties).toMatchObject({
      ApiId: 'given',
      Credentials: { 'Fn::GetAtt': ['OuterInnerCaller', 'Arn'] },
    });
  });

  test('is refused when nobody says where the nested template is', () => {
    expect(() => flatten({ Routes: stack(undefined, {}) })).toThrow('Routes does not say');
  });
});
