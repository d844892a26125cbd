import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAssembly, type StackTemplate } from '../../../runner/template/assembly.ts';
import { temporaryFolder } from '../../support/contract-target.ts';

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
const edge: StackTemplate = { Resources: { Certificate: { Type: 'AWS::CertificateManager::Certificate' } } };

describe('an assembly of several stacks', () => {
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
