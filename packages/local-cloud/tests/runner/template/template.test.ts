// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's Fn::Sub writes its variables like that
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAssembly, type StackTemplate, withNestedStacks } from '../../../runner/template/assembly.ts';
import { createResolver } from '../../../runner/template/template.ts';
import { temporaryFolder } from '../../support/contract-target.ts';

describe('an assembly of several stacks', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const write = (stacks: Record<string, StackTemplate>) => {
    for (const [name, template] of Object.entries(stacks))
      writeFileSync(join(folder.path, `${name}.template.json`), JSON.stringify(template));
  };
  const code: StackTemplate = {
    Resources: {
      Reader: {
        Type: 'AWS::Lambda::Function',
        Properties: { Of: { 'Fn::Join': ['/', [{ 'Fn::ImportValue': 'Kept:TableArn' }, 'index']] } },
      },
    },
  };
  const kept: StackTemplate = {
    Resources: { Table: { Type: 'AWS::DynamoDB::Table' } },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] }, Export: { Name: 'Kept:TableArn' } } },
  };
  const edge: StackTemplate = {
    Resources: { Certificate: { Type: 'AWS::CertificateManager::Certificate' } },
  };

  test('runs the one with the functions and those it imports from, as one', () => {
    write({ App: code, Edge: edge, Kept: kept });
    const { stackName, resources } = readAssembly(folder.path);
    expect(stackName).toBe('App');
    expect(Object.keys(resources).sort()).toEqual(['Reader', 'Table']);
    expect(resources.Reader?.Properties).toEqual({
      Of: { 'Fn::Join': ['/', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'index']] },
    });
  });

  test('is refused when two that run together have a resource of the same id', () => {
    write({ App: code, Kept: { ...kept, Resources: { ...kept.Resources, ...code.Resources } } });
    expect(() => readAssembly(folder.path)).toThrow('have a resource Reader');
  });
});

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
