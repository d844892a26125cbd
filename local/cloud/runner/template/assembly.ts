import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type StackTemplate, withNestedStacks } from './nested-stacks.ts';

/** One resource of a synthesized template, intrinsics unresolved. */
export type TemplateResource = { Type: string; Properties?: Record<string, unknown> };

/** The stack that runs, as `cdk synth` wrote it. */
export type Assembly = {
  stackName: string;
  resources: Readonly<Record<string, TemplateResource>>;
  /** The folder of a bundled asset, by its hash or its object key `<hash>.zip`. Throws when the template has none such. */
  assetFolder(hashOrKey: string): string;
};

type AssetManifest = { files?: Record<string, { source: { path: string } }> };

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

const countFunctions = (resources: Assembly['resources']) =>
  Object.values(resources).filter((resource) => resource.Type === 'AWS::Lambda::Function').length;

/** Reads cdk.out. Of several stacks the one with the functions runs, with those nested in it; an edge stack has nothing to run here. */
export function readAssembly(cdkOut: string): Assembly {
  const templates = readdirSync(cdkOut).filter(
    (name) => name.endsWith('.template.json') && !name.endsWith('.nested.template.json'),
  );
  const stacks = templates.map((name) => readStack(cdkOut, name.slice(0, -'.template.json'.length)));
  stacks.sort((a, b) => countFunctions(b.resources) - countFunctions(a.resources));
  const stack = stacks[0];
  if (!stack) throw new Error(`${cdkOut} holds no template: synthesize it first.`);
  return stack;
}

/** One stack of cdk.out, with the resources of those nested in it. */
export function readStack(cdkOut: string, stackName: string): Assembly {
  const manifestPath = join(cdkOut, `${stackName}.assets.json`);
  const files = existsSync(manifestPath) ? (readJson<AssetManifest>(manifestPath).files ?? {}) : {};
  const pathOf = (hashOrKey: string) => {
    const file = files[hashOrKey.replace(/\.zip$/, '')];
    if (!file) throw new Error(`The assembly has no asset ${hashOrKey}.`);
    return resolve(cdkOut, file.source.path);
  };
  const template = readJson<StackTemplate>(join(cdkOut, `${stackName}.template.json`));
  const resources = withNestedStacks(template, (hash) => readJson<StackTemplate>(pathOf(hash)));
  return { stackName, resources, assetFolder: pathOf };
}
