import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type Resources = Readonly<Record<string, TemplateResource>>;

/** What is read of a template: of a nested one its outputs and the parameters' defaults as well. */
export type StackTemplate = {
  Resources?: Resources;
  Parameters?: Readonly<Record<string, { Default?: unknown }>>;
  Outputs?: Readonly<Record<string, { Value: unknown; Export?: { Name: unknown } }>>;
};

const nestedStack = 'AWS::CloudFormation::Stack';

/** One call of an intrinsic function, such as `{ "Ref": "Table" }`, told what it says instead; undefined leaves it as it is. */
type Instead = (call: readonly [name: string, argument: unknown]) => unknown;

function replaceCalls(value: unknown, instead: Instead): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceCalls(one, instead));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  const other = entries.length === 1 && first ? instead(first) : undefined;
  if (other !== undefined) return other;
  return Object.fromEntries(entries.map(([key, one]) => [key, replaceCalls(one, instead)]));
}

function replaceInResources(resources: Resources, instead: Instead): Resources {
  return Object.fromEntries(
    Object.entries(resources).map(([id, resource]) => [
      id,
      {
        ...resource,
        Properties: replaceCalls(resource.Properties ?? {}, instead) as Record<string, unknown>,
      },
    ]),
  );
}

/** The hash by which the manifest of the assets knows a nested stack's template: its address ends with it. */
function templateHash(stack: TemplateResource): string | undefined {
  return /([0-9a-f]{64})\.json/.exec(JSON.stringify(stack.Properties?.TemplateURL ?? ''))?.[1];
}

// `Fn::GetAtt` is written both as a list and as "Id.Attribute".
function attributeOf(argument: unknown): [id: string, attribute: string] {
  const [id = '', ...attribute] = Array.isArray(argument)
    ? argument.map(String)
    : String(argument).split('.');
  return [id, attribute.join('.')];
}

/**
 * A template with the resources of its nested stacks in the place of the stacks: their ids begin with the stack's, their
 * parameters stand for what they are given and the stack's outputs for what they say. `Fn::Sub` is not looked into.
 */
export function withNestedStacks(
  { Resources = {} }: StackTemplate,
  readTemplate: (hash: string) => StackTemplate,
): Resources {
  let all: Resources = Object.fromEntries(
    Object.entries(Resources).filter(([, resource]) => resource.Type !== nestedStack),
  );
  const outputs = new Map<string, unknown>();
  for (const [stackId, stack] of Object.entries(Resources)) {
    if (stack.Type !== nestedStack) continue;
    const hash = templateHash(stack);
    if (!hash) throw new Error(`The nested stack ${stackId} does not say where its template is.`);
    const template = readTemplate(hash);
    const own = withNestedStacks(template, readTemplate);
    const given = { ...defaultsOf(template), ...(stack.Properties?.Parameters as Record<string, unknown>) };
    const inside: Instead = ([name, argument]) => {
      if (name === 'Ref' && Object.hasOwn(given, String(argument))) return given[String(argument)];
      if (name === 'Ref' && Object.hasOwn(own, String(argument))) return { Ref: stackId + argument };
      if (name !== 'Fn::GetAtt') return undefined;
      const [id, attribute] = attributeOf(argument);
      return Object.hasOwn(own, id) ? { 'Fn::GetAtt': [stackId + id, attribute] } : undefined;
    };
    for (const [id, resource] of Object.entries(replaceInResources(own, inside)))
      all = { ...all, [stackId + id]: resource };
    for (const [name, { Value }] of Object.entries(template.Outputs ?? {}))
      outputs.set(`${stackId}.Outputs.${name}`, replaceCalls(Value, inside));
  }
  if (outputs.size === 0) return all;
  return replaceInResources(all, ([name, argument]) =>
    name === 'Fn::GetAtt' ? outputs.get(attributeOf(argument).join('.')) : undefined,
  );
}

function defaultsOf({ Parameters = {} }: StackTemplate): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Parameters).map(([name, { Default }]) => [name, Default]));
}

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

const stackNames = (cdkOut: string): string[] =>
  readdirSync(cdkOut)
    .filter((name) => name.endsWith('.template.json') && !name.endsWith('.nested.template.json'))
    .map((name) => name.slice(0, -'.template.json'.length));

/**
 * Reads cdk.out. Of several stacks the one with the functions runs, with those nested in it and those it imports from; an edge
 * stack has nothing to run here.
 */
export function readAssembly(cdkOut: string): Assembly {
  const stacks = stackNames(cdkOut).map((name) => readStack(cdkOut, name));
  stacks.sort((a, b) => countFunctions(b.resources) - countFunctions(a.resources));
  const stack = stacks[0];
  if (!stack) throw new Error(`${cdkOut} holds no template: synthesize it first.`);
  return stack;
}

const importOf = ([name, argument]: readonly [string, unknown]): string | undefined =>
  name === 'Fn::ImportValue' && typeof argument === 'string' ? argument : undefined;

/** One stack of cdk.out, with the resources of those nested in it and of those whose exports it imports. */
export function readStack(cdkOut: string, stackName: string): Assembly {
  const imported = new Set<string>();
  const own = readAlone(cdkOut, stackName);
  const values = new Map<string, unknown>();
  replaceInResources(own.resources, (call) => void imported.add(importOf(call) ?? ''));
  const others = stackNames(cdkOut).filter((name) => name !== stackName);
  const providers = others.flatMap((name) => {
    const exported = exportsOf(readTemplate(cdkOut, name)).filter(([key]) => imported.has(key));
    for (const [key, value] of exported) values.set(key, value);
    return exported.length > 0 ? [readStack(cdkOut, name)] : [];
  });
  if (providers.length === 0) return own;
  const all = providers.flatMap(({ resources }) => Object.entries(resources));
  const twice = all.find(([id]) => Object.hasOwn(own.resources, id))?.[0];
  if (twice) throw new Error(`Two stacks that run together have a resource ${twice}.`);
  const resources = replaceInResources(own.resources, (call) => values.get(importOf(call) ?? ''));
  return { ...own, resources: { ...Object.fromEntries(all), ...resources } };
}

const readTemplate = (cdkOut: string, stackName: string) =>
  readJson<StackTemplate>(join(cdkOut, `${stackName}.template.json`));

const exportsOf = ({ Outputs = {} }: StackTemplate): [name: string, value: unknown][] =>
  Object.values(Outputs).flatMap(({ Value, Export }) => (Export ? [[String(Export.Name), Value]] : []));

function readAlone(cdkOut: string, stackName: string): Assembly {
  const manifestPath = join(cdkOut, `${stackName}.assets.json`);
  const files = existsSync(manifestPath) ? (readJson<AssetManifest>(manifestPath).files ?? {}) : {};
  const pathOf = (hashOrKey: string) => {
    const file = files[hashOrKey.replace(/\.zip$/, '')];
    if (!file) throw new Error(`The assembly has no asset ${hashOrKey}.`);
    return resolve(cdkOut, file.source.path);
  };
  const template = readTemplate(cdkOut, stackName);
  const resources = withNestedStacks(template, (hash) => readJson<StackTemplate>(pathOf(hash)));
  return { stackName, resources, assetFolder: pathOf };
}
