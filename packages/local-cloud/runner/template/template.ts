// biome-ignore-all lint/correctness/noComponentHookFactories: Ref is an intrinsic function of CloudFormation, not a component
import { createHash } from 'node:crypto';
import { secretArn } from '../../services/secret-service.ts';
import { accountId, arnOf, bucketArn, region } from '../../wire/names.ts';
import type { Assembly, TemplateResource } from './assembly.ts';

/** What references mean here: `Ref` by logical id, `Fn::GetAtt` by `<logical id>.<attribute>`. */
export type ReferenceBook = { refs: Map<string, string>; attributes: Map<string, string> };

export type Resolve = (value: unknown) => unknown;

const pseudoParameters: Readonly<Record<string, string | undefined>> = {
  'AWS::Region': region,
  'AWS::AccountId': accountId,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': undefined,
};

function single(value: object): [string, unknown] | undefined {
  const entries = Object.entries(value);
  const [entry] = entries;
  return entries.length === 1 && entry && (entry[0] === 'Ref' || entry[0].startsWith('Fn::'))
    ? entry
    : undefined;
}

/**
 * Resolves CloudFormation's intrinsic functions. A reference that nobody filled in stays recognisable
 * (`LogicalId.Attribute`), since most of them only name things that do not run here.
 */
export function createResolver(book: ReferenceBook, stackName: string): Resolve {
  const ref = (name: string) => {
    if (name in pseudoParameters) return pseudoParameters[name];
    return name === 'AWS::StackName' ? stackName : (book.refs.get(name) ?? name);
  };
  const attribute = (name: string) => book.attributes.get(name) ?? name;
  const substitute = (argument: unknown) => {
    const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [
      string,
      Record<string, unknown>,
    ];
    return text.replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      if (Object.hasOwn(values, name)) return String(resolve(values[name]));
      return String(name.includes('.') ? attribute(name) : ref(name));
    });
  };
  const functions: Readonly<Record<string, (argument: unknown) => unknown>> = {
    Ref: (argument) => ref(String(argument)),
    'Fn::GetAtt': (argument) => attribute(Array.isArray(argument) ? argument.join('.') : String(argument)),
    'Fn::Join': (argument) => {
      const [separator, parts] = argument as [string, unknown];
      return (resolve(parts) as unknown[]).join(separator);
    },
    'Fn::Sub': substitute,
    'Fn::Select': (argument) => {
      const [index, list] = argument as [number | string, unknown];
      return (resolve(list) as unknown[])[Number(index)];
    },
    'Fn::Split': (argument) => {
      const [separator, text] = argument as [string, unknown];
      return String(resolve(text)).split(separator);
    },
  };
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((one) => one !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const call = single(value);
    const run = call && functions[call[0]];
    if (call && !run) throw new Error(`${call[0]} is not understood by the local cloud.`);
    if (call && run) return run(call[1]);
    const entries = Object.entries(value).map(([key, one]) => [key, resolve(one)] as const);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  };
  return resolve;
}

/** What a resource is called: its `Ref` and its attributes. */
type Naming = { ref: string; attributes?: Record<string, string> };
type NameResource = (name: string, resource: TemplateResource, origins: LocalOrigins) => Naming;

/** Where things are served on this machine. */
export type LocalOrigins = { gateway: string };

const letters = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const named =
  (service: string, resource: (name: string) => string): NameResource =>
  (name) => ({ ref: name, attributes: { Arn: arnOf(service, resource(name)), Name: name } });

const api: NameResource = (name, resource) => {
  const id = letters(name, 10);
  const scheme = resource.Properties?.ProtocolType === 'WEBSOCKET' ? 'wss' : 'https';
  const ApiEndpoint = `${scheme}://${id}.execute-api.${region}.amazonaws.com`;
  return { ref: id, attributes: { ApiId: id, ApiEndpoint } };
};

const table: NameResource = (name) => ({
  ref: name,
  attributes: { Arn: arnOf('dynamodb', `table/${name}`) },
});

const nameByType: Readonly<Record<string, NameResource>> = {
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::SQS::Queue': (name, _, { gateway }) => ({
    ref: `${gateway}/${accountId}/${name}`,
    attributes: { Arn: arnOf('sqs', name), QueueName: name, QueueUrl: `${gateway}/${accountId}/${name}` },
  }),
  'AWS::S3::Bucket': (name) => {
    const bucket = name
      .toLowerCase()
      .replace(/[^a-z0-9-]/g, '-')
      .slice(0, 63);
    const DomainName = `${bucket}.s3.amazonaws.com`;
    const RegionalDomainName = `${bucket}.s3.${region}.amazonaws.com`;
    return { ref: bucket, attributes: { Arn: bucketArn(bucket), DomainName, RegionalDomainName } };
  },
  'AWS::Lambda::Function': named('lambda', (name) => `function:${name}`),
  'AWS::IAM::Role': (name) => ({ ref: name, attributes: { Arn: `arn:aws:iam::${accountId}:role/${name}` } }),
  'AWS::Events::EventBus': named('events', (name) => `event-bus/${name}`),
  'AWS::Events::Rule': named('events', (name) => `rule/${name}`),
  'AWS::Logs::LogGroup': named('logs', (name) => `log-group:${name}:*`),
  'AWS::SecretsManager::Secret': (name) => ({ ref: secretArn(name), attributes: { Id: secretArn(name) } }),
  'AWS::Cognito::UserPool': (name) => {
    const id = `${region}_${letters(name, 9)}`;
    const ProviderName = `cognito-idp.${region}.amazonaws.com/${id}`;
    const ProviderURL = `https://${ProviderName}`;
    return {
      ref: id,
      attributes: { Arn: arnOf('cognito-idp', `userpool/${id}`), ProviderName, ProviderURL },
    };
  },
  'AWS::Cognito::UserPoolClient': (name) => ({
    ref: letters(name, 26),
    attributes: { ClientId: letters(name, 26) },
  }),
  'AWS::ApiGatewayV2::Api': api,
  'AWS::CloudFront::Distribution': (name) => {
    const id = letters(name, 13);
    return {
      ref: id.toUpperCase(),
      attributes: { Id: id.toUpperCase(), DomainName: `d${id}.cloudfront.net` },
    };
  },
};

const nameProperties = ['TableName', 'QueueName', 'BucketName', 'FunctionName', 'RoleName', 'Name'];

/** The name the template gives when it gives a plain one, else stack and logical id. */
function ownName(logicalId: string, resource: TemplateResource, stackName: string): string {
  for (const property of nameProperties) {
    const value = resource.Properties?.[property];
    if (typeof value === 'string' && resource.Type !== 'AWS::ApiGatewayV2::Api') return value;
  }
  return `${stackName}-${logicalId}`;
}

/** Names every resource before any exists, the same on every start. */
export function nameResources(assembly: Assembly, origins: LocalOrigins): ReferenceBook {
  const book: ReferenceBook = { refs: new Map(), attributes: new Map() };
  for (const [logicalId, resource] of Object.entries(assembly.resources)) {
    const nameResource = nameByType[resource.Type];
    if (!nameResource) continue;
    const naming = nameResource(ownName(logicalId, resource, assembly.stackName), resource, origins);
    book.refs.set(logicalId, naming.ref);
    for (const [name, value] of Object.entries(naming.attributes ?? {})) {
      book.attributes.set(`${logicalId}.${name}`, value);
    }
  }
  return book;
}

export type ResolvedResource<P> = { logicalId: string; properties: P };

/** The template with its references resolved to local names. */
export type Template = {
  stackName: string;
  book: ReferenceBook;
  resolve: Resolve;
  assetFolder: Assembly['assetFolder'];
  /**
   * All resources of these types. `P` names the properties the caller reads: cdk synth has checked the template against
   * CloudFormation's schema, so they are taken at their word.
   */
  all<P>(...types: string[]): ResolvedResource<P>[];
  ref(logicalId: string): string;
  arn(logicalId: string): string;
};

export function openTemplate(assembly: Assembly, origins: LocalOrigins): Template {
  const book = nameResources(assembly, origins);
  const resolve = createResolver(book, assembly.stackName);
  return {
    stackName: assembly.stackName,
    book,
    resolve,
    assetFolder: (hashOrKey) => assembly.assetFolder(hashOrKey),
    all: <P>(...types: string[]) =>
      Object.entries(assembly.resources)
        .filter(([, resource]) => types.includes(resource.Type))
        .map(([logicalId, resource]) => ({ logicalId, properties: resolve(resource.Properties ?? {}) as P })),
    ref: (logicalId) => book.refs.get(logicalId) ?? logicalId,
    arn: (logicalId) => book.attributes.get(`${logicalId}.Arn`) ?? logicalId,
  };
}
