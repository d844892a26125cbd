import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainClock } from 'local-cloud/clock.ts';
import { startMarketplace } from '#local/demo-marketplace.ts';
import { environmentOverrides } from '#local/options.ts';
import type { Emulator } from './emulator.ts';

type Json = Record<string, unknown>;
type Resource = { Type: string; Properties?: Json; DependsOn?: string | string[] };
export type Template = { Resources: Record<string, Resource>; Outputs?: Record<string, { Value: unknown }> };
type Metric = { MetricStat?: { Metric: Json; Stat: string; Period: number } };

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Left out of the copy: it uploads the app's files with a Python program that the emulator cannot run, and an import needs none. */
const leftOut = 'Custom::CDKBucketDeployment';

/** Replaces an alarm's metric math by its first metric, because the emulator has no metric math. */
function withoutFormula(properties: Json): Json {
  const { Metrics, ...rest } = properties as Json & { Metrics: Metric[] };
  const first = Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat;
  if (!first) throw new Error('An alarm over a formula names no metric.');
  const statistic = /^p\d/.test(first.Stat) ? { ExtendedStatistic: first.Stat } : { Statistic: first.Stat };
  return { ...rest, ...first.Metric, ...statistic, Period: first.Period };
}

/** Batch calls, which AWS allows by the action for one message and the emulator by an action of their own. */
const batchesOf: Readonly<Record<string, string>> = {
  'sqs:SendMessage': 'sqs:SendMessageBatch',
  'sqs:DeleteMessage': 'sqs:DeleteMessageBatch',
  'sqs:ChangeMessageVisibility': 'sqs:ChangeMessageVisibilityBatch',
};

function withBatches(action: unknown): unknown {
  const actions = [action].flat() as string[];
  const batches = actions.flatMap((each) => batchesOf[each] ?? []);
  return batches.length > 0 ? [...actions, ...batches] : action;
}

/** Rewrites what the emulator does not support: a pool's `ProviderURL`, a secret's ARN by `Ref`, and batch actions. */
function inItsWords(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => inItsWords(each, secrets));
  if (!isObject(value)) return value;
  const [name, attribute] = (value['Fn::GetAtt'] ?? []) as string[];
  if (attribute === 'ProviderURL')
    return { 'Fn::Join': ['', ['https://cognito-idp.eu-north-1.amazonaws.com/', { Ref: name }]] };
  if (Object.keys(value).length === 1 && secrets.has(String(value.Ref)))
    return { 'Fn::GetAtt': [value.Ref, 'Id'] };
  const entries = Object.entries(value).map(([key, each]) => [key, inItsWords(each, secrets)] as const);
  return Object.fromEntries(
    entries.map(([key, each]) => [
      key,
      key === 'Action' && value.Effect === 'Allow' ? withBatches(each) : each,
    ]),
  );
}

/** Sets these variables to addresses on this machine, in each function that has them. */
function setVariables(properties: Json, variables: Json): void {
  const environment = properties.Environment as { Variables?: Json } | undefined;
  if (!environment?.Variables) return;
  for (const [name, value] of Object.entries(variables))
    if (name in environment.Variables) environment.Variables[name] = value;
}

function translate(template: Template, variablesOf: (template: Template) => Json): Template {
  const { Resources } = template;
  for (const [id, { Type }] of Object.entries(Resources)) if (Type === leftOut) delete Resources[id];
  const variables = variablesOf(template);
  for (const resource of Object.values(Resources)) {
    const { Type, Properties = {}, DependsOn } = resource;
    if (Array.isArray(DependsOn)) resource.DependsOn = DependsOn.filter((id) => id in Resources);
    if (Type === 'AWS::CloudWatch::Alarm' && 'Metrics' in Properties)
      resource.Properties = withoutFormula(Properties);
    if (Type === 'AWS::Lambda::Function') setVariables(Properties, variables);
  }
  const secrets = Object.keys(Resources).filter(
    (id) => Resources[id]?.Type === 'AWS::SecretsManager::Secret',
  );
  return inItsWords(template, new Set(secrets)) as Template;
}

/** Renames a changed template: it is published under its hash, which other files contain. */
function rehash(folder: string, templateFile: string): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const assets = files
    .filter((file) => file.endsWith('.assets.json'))
    .map((file) => read(join(folder, file)));
  const sources = (assets as { files: Record<string, { source: { path: string } }> }[]).flatMap((each) =>
    Object.entries(each.files),
  );
  const former = sources.find(([, { source }]) => source.path === templateFile)?.[0];
  if (!former) throw new Error(`${templateFile} is not published.`);
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, templateFile)))
    .digest('hex');
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.includes(former)) writeFileSync(join(folder, file), text.replaceAll(former, hash));
  }
}

/**
 * Copies an assembly and replaces in the copy what the emulator does not support. `variablesOf` returns values for variables
 * of the functions; `change` may change the main stack's template.
 */
export function writeEmulatorAssembly(
  from: string,
  to: string,
  variablesOf: (template: Template) => Json,
  change: (template: Template) => void = () => {},
): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  // Nested templates first: the main template contains their hashes.
  const templates = readdirSync(to)
    .filter((file) => file.endsWith('.template.json'))
    .toSorted((a, b) => Number(b.includes('.nested.')) - Number(a.includes('.nested.')));
  for (const file of templates) {
    const template = translate(read(join(to, file)) as Template, variablesOf);
    if (!file.includes('.nested.')) change(template);
    writeFileSync(join(to, file), JSON.stringify(template));
    rehash(to, file);
  }
}

/** The logical id of the only resource of a type that satisfies. */
export function idOf(
  { Resources }: Template,
  type: string,
  satisfies: (properties: Json) => boolean = () => true,
): string | undefined {
  return Object.keys(Resources).find(
    (id) => Resources[id]?.Type === type && satisfies(Resources[id].Properties ?? {}),
  );
}

/** A resource that the emulator refuses: a deployment with it goes back. */
const refused = {
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { Metrics: [{ Id: 'sum', Expression: '1 + 1' }], Threshold: 1, EvaluationPeriods: 1 },
};

export const addRefused = ({ Resources }: Template): void => {
  Resources.Refused = refused;
};

type Deployable = {
  /** A search of the marketplace that the deployed product imports from. */
  search: string;
  /** Writes an assembly anew for the emulator; `change` may change the main stack's template besides. */
  write(from: string, to: string, change?: (template: Template) => void): void;
};

/** Runs a demo marketplace, and writes assemblies whose functions find it and the emulator. */
export async function withDeployable<T>(
  { origin, site, temporary }: Emulator,
  work: (deployable: Deployable) => Promise<T>,
): Promise<T> {
  const clock = new DomainClock(join(temporary, 'clock'));
  const marketplace = await startMarketplace(temporary, clock, () => false);
  if (!marketplace) throw new Error('There is no demo marketplace to import from.');
  const variablesOf = (template: Template) => {
    // The data stack exports it.
    const [pool] = /Bilfund-\w+-data:ExportsOutputRefAuthUsers[0-9A-F]+/.exec(JSON.stringify(template)) ?? [];
    const sockets = idOf(
      template,
      'AWS::ApiGatewayV2::Api',
      ({ ProtocolType }) => ProtocolType === 'WEBSOCKET',
    );
    return {
      ...environmentOverrides({ marketplaceOrigin: marketplace.origin, registerUrl: marketplace.origin }),
      TOKEN_JWKS_URL: {
        'Fn::Join': ['', [`${origin}/`, { 'Fn::ImportValue': pool }, '/.well-known/jwks.json']],
      },
      LIVE_ENDPOINT: { 'Fn::Join': ['', [`${origin}/_aws/execute-api/`, { Ref: sockets }, '/live']] },
    };
  };
  try {
    return await work({
      search: `${marketplace.origin}/marketplace/category/vehicles?make=Ford&maxPrice=30000`,
      write: (from, to, change = () => {}) =>
        writeEmulatorAssembly(from, to, variablesOf, (template) => {
          // The data stack has no address.
          if (!template.Outputs?.Address) return;
          template.Outputs.Address.Value = site;
          change(template);
        }),
    });
  } finally {
    await marketplace.close();
  }
}
