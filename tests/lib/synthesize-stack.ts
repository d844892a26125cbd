import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Environment } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readStack } from 'local-cloud/runner/template/assembly.ts';
import { AppStack } from '#lib/app-stack.ts';
import { CarIndexStack } from '#lib/car-index-stack.ts';
import { DataStack } from '#lib/data-stack.ts';
import { type StageFile, undecided } from '#lib/stage.ts';

export type Resource = { Type: string; Properties: Record<string, unknown>; [attribute: string]: unknown };

/**
 * The stacks of a stage with invented bundles, with the context that cdk.json gives to the real ones and what a stage's file
 * says. `resources` are those of all of them, those of nested stacks with ids that begin with "ApiRoutes…". Takes seconds.
 */
export function synthesizeStack(
  stageFile: Partial<StageFile> = {},
  env: Environment = { region: 'eu-north-1' },
  prepare: (stack: AppStack, data: DataStack, index: CarIndexStack | undefined) => void = () => {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'bilfund-stack-'));
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(assets, 'index.html'), '<!doctype html>');
  const settings = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const app = new App({
    outdir: join(folder, 'cdk.out'),
    context: {
      ...settings.context,
      'aws:cdk:disable-asset-staging': true,
    },
  });
  const { carIndex } = stageFile;
  const index = carIndex
    ? new CarIndexStack(app, 'Bilfund-dev-car-index', { env, size: carIndex })
    : undefined;
  const all = { stage: 'dev', env, stageFile: { ...undecided, ...stageFile } } as const;
  const data = new DataStack(app, 'Bilfund-dev-data', all);
  const stack = new AppStack(app, 'Bilfund-dev', {
    ...all,
    data,
    codeDirectory: () => assets,
    webDirectory: assets,
    carIndex: index?.carIndex,
  });
  prepare(stack, data, index);
  const template = Template.fromStack(stack);
  const dataTemplate = Template.fromStack(data);
  const indexTemplate = index && Template.fromStack(index);
  const { resources } = readStack(join(folder, 'cdk.out'), stack.stackName);
  rmSync(folder, { recursive: true, force: true });
  return {
    stack,
    data,
    template,
    dataTemplate,
    indexTemplate,
    resources: resources as Record<string, Resource>,
  };
}

let plain: ReturnType<typeof synthesizeStack> | undefined;

/** The stacks without a stage's file, synthesized once for all files of a worker; nobody may change it. */
export const plainStack = () => {
  plain ??= synthesizeStack();
  return plain;
};

/** Resources of a type by logical id. */
export function ofType(resources: Record<string, Resource>, type: string): [string, Resource][] {
  return Object.entries(resources).filter(([, resource]) => resource.Type === type);
}

/** The one resource of a type with this logical id, less the eight digits that CDK appends. */
export function only(resources: Record<string, Resource>, type: string, name: string): [string, Resource] {
  const found = ofType(resources, type).filter(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name);
  if (found.length !== 1) throw new Error(`${found.length} of ${type} are called ${name}`);
  return found[0]!;
}

type Value = string | number | boolean | null | undefined | Value[] | { [key: string]: Value };

/** A template value as text: `${Id}` for a Ref, `${Id.Arn}` for an attribute; joins are joined. */
export function asText(value: unknown): string {
  const given = value as Value;
  if (typeof given !== 'object' || given === null) return String(given);
  if (Array.isArray(given)) return given.map(asText).join(',');
  if ('Ref' in given) return `\${${given.Ref}}`;
  const attribute = given['Fn::GetAtt'];
  if (Array.isArray(attribute)) return `\${${attribute.join('.')}}`;
  const join = given['Fn::Join'];
  if (Array.isArray(join)) return (join[1] as Value[]).map(asText).join(String(join[0]));
  return JSON.stringify(given);
}
