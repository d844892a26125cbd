import type { Template } from '../template/template.ts';
import { cachingDisabled, createForwardedReader, type Forwarded } from './cache-policies.ts';
import type { ResponseHeadersPolicy } from './response-headers.ts';
import { createViewerFunction, type ViewerAnswer, type ViewerRequest } from './viewer-function.ts';

export type Origin = {
  kind: 'bucket' | 'http-api' | 'socket-api';
  /** The bucket's name; empty for APIs. */
  bucket: string;
  host: string;
  path: string;
  headers: Readonly<Record<string, string>>;
};

export type Behavior = {
  pattern: RegExp;
  origin: Origin;
  allowedMethods: readonly string[];
  compresses: boolean;
  /** What reaches the origin of the visitor's request, and never a cookie; undefined: everything does. */
  forwarded: Forwarded | undefined;
  responseHeaders: ResponseHeadersPolicy | undefined;
  onRequest: ((request: ViewerRequest) => ViewerRequest | ViewerAnswer) | undefined;
};

export type BehaviorProperties = {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods?: string[];
  Compress?: boolean;
  CachePolicyId?: string;
  OriginRequestPolicyId?: string;
  ResponseHeadersPolicyId?: string;
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
};
type OriginProperties = {
  Id: string;
  DomainName: string;
  OriginPath?: string;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[];
};
type DistributionProperties = {
  DistributionConfig: {
    DefaultRootObject?: string;
    DefaultCacheBehavior: BehaviorProperties;
    CacheBehaviors?: BehaviorProperties[];
    Origins: OriginProperties[];
  };
};

export type SiteAddresses = {
  httpApiId: string | undefined;
  socketApiId: string | undefined;
  /** The value of a `{{resolve:secretsmanager:…}}` reference. */
  secret(id: string): string | undefined;
};

/** CloudFormation fills in secrets when it deploys. */
function fillSecrets(text: string, secret: SiteAddresses['secret']): string {
  return text.replace(
    /\{\{resolve:secretsmanager:(arn:[^}]*?|[^:}]+?):SecretString:[^}]*\}\}/g,
    (whole, id: string) => secret(id) ?? whole,
  );
}

function readOrigin(properties: OriginProperties, addresses: SiteAddresses): Origin {
  const host = properties.DomainName;
  const apiId = host.split('.execute-api.')[0];
  const kind =
    apiId === addresses.httpApiId ? 'http-api' : apiId === addresses.socketApiId ? 'socket-api' : 'bucket';
  const headers = (properties.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [
    HeaderName.toLowerCase(),
    fillSecrets(HeaderValue, addresses.secret),
  ]);
  return {
    kind,
    host,
    bucket: kind === 'bucket' ? host.replace(/\.s3[.-].*$/, '') : '',
    path: properties.OriginPath ?? '',
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
}

/** `/api/*` with CloudFront's wildcards `*` and `?`. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/^(?!\/)/, '/')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}

/** The behaviours of the template's distribution in the order CloudFront tries them, the default one last. */
export function readBehaviors(
  template: Template,
  addresses: SiteAddresses,
): { behaviors: Behavior[]; rootObject: string } {
  const [distribution] = template.all<DistributionProperties>('AWS::CloudFront::Distribution');
  if (!distribution) return { behaviors: [], rootObject: '' };
  const { DistributionConfig: config } = distribution.properties;
  const policies = new Map(
    template
      .all<{ ResponseHeadersPolicyConfig: ResponseHeadersPolicy }>('AWS::CloudFront::ResponseHeadersPolicy')
      .map(({ logicalId, properties }) => [template.ref(logicalId), properties.ResponseHeadersPolicyConfig]),
  );
  const forwardedBy = createForwardedReader(template);
  const functions = new Map(
    template
      .all<{ FunctionCode: string }>('AWS::CloudFront::Function')
      .map(({ logicalId, properties }) => [`${logicalId}.FunctionARN`, properties.FunctionCode]),
  );
  const origins = new Map(config.Origins.map((origin) => [origin.Id, readOrigin(origin, addresses)]));
  const read = (properties: BehaviorProperties): Behavior[] => {
    const origin = origins.get(properties.TargetOriginId);
    if (!origin) return [];
    const association = properties.FunctionAssociations?.find((one) => one.EventType === 'viewer-request');
    const code = association && functions.get(association.FunctionARN);
    return [
      {
        pattern: patternOf(properties.PathPattern ?? '*'),
        origin,
        allowedMethods: properties.AllowedMethods ?? ['GET', 'HEAD'],
        compresses: Boolean(properties.Compress) && properties.CachePolicyId !== cachingDisabled,
        forwarded: forwardedBy(properties),
        responseHeaders: policies.get(properties.ResponseHeadersPolicyId ?? ''),
        onRequest: code ? createViewerFunction(code) : undefined,
      },
    ];
  };
  const behaviors = [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior].flatMap(read);
  return { behaviors, rootObject: config.DefaultRootObject ?? '' };
}
