import { createContext, Script } from 'node:vm';
import { wildcard } from '../../wire/names.ts';
import type { Template } from '../template/template.ts';
import type { ResponseHeadersPolicy } from './site.ts';

/** Names of queries and of headers, these in small letters. */
export type Forwarded = { queries: readonly string[]; headers: readonly string[] };

type CachePolicyProperties = {
  CachePolicyConfig: {
    ParametersInCacheKeyAndForwardedToOrigin: { QueryStringsConfig: { QueryStrings?: string[] } };
  };
};
type OriginRequestPolicyProperties = {
  OriginRequestPolicyConfig: { HeadersConfig: { Headers?: string[] } };
};

/**
 * What a behaviour lets through: the queries of the cache's key by a policy of the template's own, and the headers of such a
 * policy for the origin. CloudFront's managed policies, of which the template holds no more than the id, let all through.
 */
export function createForwardedReader(template: Template) {
  const queries = new Map(
    template.all<CachePolicyProperties>('AWS::CloudFront::CachePolicy').map(({ logicalId, properties }) => {
      const { QueryStringsConfig } = properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
      return [template.ref(logicalId), QueryStringsConfig.QueryStrings ?? []];
    }),
  );
  const headers = new Map(
    template
      .all<OriginRequestPolicyProperties>('AWS::CloudFront::OriginRequestPolicy')
      .map(({ logicalId, properties }) => {
        const { Headers = [] } = properties.OriginRequestPolicyConfig.HeadersConfig;
        return [template.ref(logicalId), Headers.map((name) => name.toLowerCase())];
      }),
  );
  return ({ CachePolicyId = '', OriginRequestPolicyId }: BehaviorProperties): Forwarded | undefined => {
    const keyQueries = queries.get(CachePolicyId);
    if (!keyQueries) return undefined;
    if (!OriginRequestPolicyId) return { queries: keyQueries, headers: [] };
    const named = headers.get(OriginRequestPolicyId);
    return named && { queries: keyQueries, headers: named };
  };
}

/** CloudFront's managed policy CachingDisabled: it also turns compression off. */
export const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

export type ViewerRequest = {
  method: string;
  uri: string;
  rawQuery: string;
  headers: Record<string, string>;
  ip: string;
};
export type ViewerAnswer = { statusCode: number; headers: Record<string, string>; body: string };

type Values = Record<string, { value: string }>;
type FunctionRequest = { method: string; uri: string; querystring: Values; headers: Values; cookies: Values };
type FunctionResult = Partial<FunctionRequest> & { statusCode?: number; body?: string | { data?: string } };

const wrap = (values: Iterable<[string, string]>): Values =>
  Object.fromEntries([...values].map(([name, value]) => [name, { value }]));
const unwrap = (values: Values | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, { value }]) => [name, value]));

function cookiesOf(header: string | undefined): [string, string][] {
  return (header ?? '')
    .split(/;\s*/)
    .filter(Boolean)
    .map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}

/**
 * Runs the code of a CloudFront Function on viewer requests, the very text that the template deploys. The answer is the
 * request as the function left it, or the response it gave instead.
 */
export function createViewerFunction(code: string): (request: ViewerRequest) => ViewerRequest | ViewerAnswer {
  const context = createContext({ console: { log: () => {} } });
  new Script(code).runInContext(context);
  const call = new Script('JSON.stringify(handler(JSON.parse(input)))');
  return (request) => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: request.ip },
      request: {
        method: request.method,
        uri: request.uri,
        querystring: wrap(new URLSearchParams(request.rawQuery)),
        headers: wrap(Object.entries(request.headers)),
        cookies: wrap(cookiesOf(request.headers.cookie)),
      },
    };
    context.input = JSON.stringify(event);
    const result = JSON.parse(String(call.runInContext(context))) as FunctionResult;
    if (result.statusCode !== undefined) {
      const body = typeof result.body === 'string' ? result.body : (result.body?.data ?? '');
      return { statusCode: result.statusCode, headers: unwrap(result.headers), body };
    }
    const before = JSON.stringify(event.request.querystring);
    const rawQuery =
      JSON.stringify(result.querystring) === before
        ? request.rawQuery
        : new URLSearchParams(unwrap(result.querystring)).toString();
    return { ...request, uri: result.uri ?? request.uri, rawQuery, headers: unwrap(result.headers) };
  };
}

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
        pattern: wildcard((properties.PathPattern ?? '*').replace(/^(?!\/)/, '/')),
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
