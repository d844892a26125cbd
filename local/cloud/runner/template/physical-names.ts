import { createHash } from 'node:crypto';
import { secretArn } from '../../services/secret-service.ts';
import { accountId, arnOf, bucketArn, region } from '../../wire/names.ts';
import type { Assembly, TemplateResource } from './assembly.ts';
import type { ReferenceBook } from './intrinsics.ts';

/** What a resource is called: its `Ref` and its attributes. */
type Naming = { ref: string; attributes?: Record<string, string> };
type NameResource = (name: string, resource: TemplateResource, origins: LocalOrigins) => Naming;

/** Where things are served on this machine. */
export type LocalOrigins = { gateway: string };

const letters = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const named = (service: string, resource: (name: string) => string, refIsArn = false): NameResource => {
  return (name) => {
    const arn = arnOf(service, resource(name));
    return { ref: refIsArn ? arn : name, attributes: { Arn: arn, Name: name } };
  };
};

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
  'AWS::IAM::ManagedPolicy': (name) => ({ ref: `arn:aws:iam::${accountId}:policy/${name}` }),
  'AWS::Events::EventBus': named('events', (name) => `event-bus/${name}`),
  'AWS::Events::Rule': named('events', (name) => `rule/${name}`),
  'AWS::Logs::LogGroup': named('logs', (name) => `log-group:${name}:*`),
  'AWS::SNS::Topic': named('sns', (name) => name, true),
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
