import { createPublicKey, type JsonWebKey, randomUUID, verify } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { accountId } from '../../wire/names.ts';
import type { FunctionRegistry } from '../functions/lambda-function.ts';
import {
  FunctionFailure,
  isThrottle,
  type LambdaFunction,
  tooLargeForLambda,
} from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';

type JwtAuthorizer = { issuer: string; audiences: readonly string[] };
type Claims = Record<string, unknown>;

/** 401 for a token that is missing or wrong, 403 for one whose scopes do not do. */
type Authorization =
  | { status: 200; claims: Claims; scopes: string[] | null }
  | { status: 401; description: string }
  | { status: 403 };

function decodePart(part: string | undefined): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(token: string, header: Claims, keys: readonly JsonWebKey[]): boolean {
  const key = keys.find((one) => one.kid === header.kid);
  if (!key || header.alg !== 'RS256') return false;
  const [head, payload, signature = ''] = token.split('.');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify('sha256', Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
}

/** Why the claims do not do, or undefined: issuer, audience or client, times. */
function faultOf(claims: Claims, authorizer: JwtAuthorizer, nowSeconds: number): string | undefined {
  const audience = claims.aud ?? claims.client_id;
  const audiences = Array.isArray(audience) ? audience : [audience];
  if (claims.iss !== authorizer.issuer) return 'the issuer is invalid';
  if (!audiences.some((one) => authorizer.audiences.includes(String(one)))) return 'the audience is invalid';
  if (typeof claims.exp !== 'number' || claims.exp <= nowSeconds) return 'the token has expired';
  if (typeof claims.nbf === 'number' && claims.nbf > nowSeconds) return 'the token is not valid yet';
  if (typeof claims.iat === 'number' && claims.iat > nowSeconds + 1)
    return 'the token was issued in the future';
  return undefined;
}

/** What API Gateway's JWT authorizer decides about an Authorization header. */
export function authorize(
  header: string | undefined,
  authorizer: JwtAuthorizer,
  neededScopes: readonly string[],
  keys: readonly JsonWebKey[],
): Authorization {
  const invalid = (description: string): Authorization => ({ status: 401, description });
  const token = (header ?? '').replace(/^Bearer /i, '');
  if (!token) return invalid('the token is missing');
  const parts = token.split('.');
  const head = decodePart(parts[0]);
  const claims = decodePart(parts[1]);
  if (parts.length !== 3 || !head || !claims) return invalid('the token is malformed');
  if (!isSigned(token, head, keys)) return invalid('signature verification failed');
  const fault = faultOf(claims, authorizer, Date.now() / 1000);
  if (fault) return invalid(fault);
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : [];
  if (neededScopes.length > 0 && !neededScopes.some((scope) => scopes.includes(scope)))
    return { status: 403 };
  return { status: 200, claims, scopes: neededScopes.length > 0 ? scopes : null };
}

export type ApiResponse = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | string;
};

export const isText = (contentType: string) =>
  /^(text\/|application\/(json|xml|javascript|[a-z.+-]+\+(json|xml)))/i.test(contentType);

type HandlerResult = {
  statusCode?: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
};

/** A handler's result as a response; without `statusCode` API Gateway takes the whole result for the body. */
export function toApiResponse(result: unknown): ApiResponse {
  const known = (typeof result === 'object' && result !== null ? result : {}) as HandlerResult;
  if (known.statusCode === undefined) {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(result) ?? '',
    };
  }
  const headers: Record<string, string | string[]> = { 'content-type': 'text/plain; charset=utf-8' };
  for (const [name, value] of Object.entries(known.headers ?? {}))
    headers[name.toLowerCase()] = String(value);
  if (known.cookies) headers['set-cookie'] = known.cookies;
  const body = known.body ?? '';
  return {
    status: known.statusCode,
    headers,
    body: known.isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}

/** What API Gateway says itself, always as `{ message }`. */
export function gatewayMessage(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): ApiResponse {
  const body = JSON.stringify({ message });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** A request as it reaches the HTTP API, behind CloudFront. `path` keeps its percent encoding. */
export type ApiRequest = {
  method: string;
  path: string;
  rawQuery: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  sourceIp: string;
};

/** API Gateway writes every claim as text, arrays as `[a b]`. */
function claimTexts(claims: Claims): Record<string, string> {
  const texts = Object.entries(claims).map(([name, value]) => [
    name,
    Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
  ]);
  return Object.fromEntries(texts) as Record<string, string>;
}

function queryOf(rawQuery: string): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(query);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

type RequestContext = APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'];

function requestContext(
  request: ApiRequest,
  path: string,
  routeKey: string,
  apiId: string,
  authorized: { claims: Claims; scopes: string[] | null } | undefined,
): RequestContext {
  const now = new Date();
  const authorizer = authorized && {
    principalId: '',
    integrationLatency: 0,
    jwt: { claims: claimTexts(authorized.claims), scopes: authorized.scopes },
  };
  return {
    accountId,
    apiId,
    domainName: request.headers.host ?? '',
    domainPrefix: apiId,
    http: {
      method: request.method,
      path,
      protocol: 'HTTP/1.1',
      sourceIp: request.sourceIp,
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey,
    stage: '$default',
    time: now.toUTCString(),
    timeEpoch: now.getTime(),
    // Absent without an authorizer, whatever the published type says.
    ...(authorizer && { authorizer }),
  } as RequestContext;
}

/** The event of payload format 2.0. */
export function toHttpEvent(
  request: ApiRequest,
  routeKey: string,
  params: Record<string, string>,
  apiId: string,
  authorized?: { claims: Claims; scopes: string[] | null },
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const { cookie, ...headers } = request.headers;
  const encoded =
    !isText(headers['content-type'] ?? 'text/plain') || headers['content-encoding'] !== undefined;
  const isBase64Encoded = request.body.length > 0 && encoded;
  const query = queryOf(request.rawQuery);
  const path = decodePath(request.path);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: request.rawQuery,
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    requestContext: requestContext(request, path, routeKey, apiId, authorized),
    ...(request.body.length > 0 && { body: request.body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

export type Route<T> = { routeKey: string; target: T };
export type RouteMatch<T> = { route: Route<T>; params: Record<string, string> };

type Compiled<T> = { route: Route<T>; method: string; pattern: RegExp; names: string[]; rank: number };

function compile<T>(route: Route<T>): Compiled<T> {
  const [method = '', path = ''] = route.routeKey.split(' ');
  if (!path || path.includes('+}'))
    throw new Error(`The local cloud does not understand the route ${route.routeKey}.`);
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const source = path.replace(/[.*?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)');
  const fixed = path.split('/').filter((segment) => !segment.startsWith('{')).length;
  // API Gateway prefers fixed words to variables, and a method to ANY.
  return {
    route,
    method,
    pattern: new RegExp(`^${source}/?$`),
    names,
    rank: 2 * fixed + (method === 'ANY' ? 0 : 1),
  };
}

/** Finds the route of a request as HTTP APIs do. `path` keeps its percent encoding. */
export function createRouteTable<T>(routes: readonly Route<T>[]) {
  const compiled = routes.map(compile).sort((a, b) => b.rank - a.rank);
  return (method: string, path: string): RouteMatch<T> | undefined => {
    for (const { route, method: expected, pattern, names } of compiled) {
      if (expected !== 'ANY' && expected !== method) continue;
      const match = pattern.exec(path);
      if (!match) continue;
      const params = names.map((name, index) => [name, decodePath(match[index + 1] ?? '')]);
      return { route, params: Object.fromEntries(params) as Record<string, string> };
    }
    return undefined;
  };
}

export type RouteTarget = { fn: LambdaFunction; authorizer?: JwtAuthorizer; scopes: readonly string[] };
type RouteProperties = {
  ApiId: string;
  RouteKey: string;
  Target: string;
  AuthorizationType?: string;
  AuthorizerId?: string;
  AuthorizationScopes?: string[];
};
type IntegrationProperties = { ApiId: string; IntegrationUri: string };
type AuthorizerProperties = { JwtConfiguration?: { Issuer: string; Audience: string[] } };

/** `integrations/<id>` → the function behind it. */
export function integrationFunctions(
  template: Template,
  registry: FunctionRegistry,
): Map<string, LambdaFunction> {
  const found = new Map<string, LambdaFunction>();
  for (const { logicalId, properties } of template.all<IntegrationProperties>(
    'AWS::ApiGatewayV2::Integration',
  )) {
    const fn = registry.find(properties.IntegrationUri);
    if (fn) found.set(`integrations/${template.ref(logicalId)}`, fn);
  }
  return found;
}

export function readRoutes(
  template: Template,
  registry: FunctionRegistry,
  apiId: string,
): Route<RouteTarget>[] {
  const integrations = integrationFunctions(template, registry);
  const authorizers = new Map(
    template.all<AuthorizerProperties>('AWS::ApiGatewayV2::Authorizer').map(({ logicalId, properties }) => {
      const { Issuer = '', Audience = [] } = properties.JwtConfiguration ?? {};
      return [template.ref(logicalId), { issuer: Issuer, audiences: Audience }] as const;
    }),
  );
  const routes = template.all<RouteProperties>('AWS::ApiGatewayV2::Route');
  return routes.flatMap(({ properties }) => {
    const fn = integrations.get(properties.Target);
    if (properties.ApiId !== apiId || !fn) return [];
    const authorizer =
      properties.AuthorizationType === 'JWT' ? authorizers.get(properties.AuthorizerId ?? '') : undefined;
    const target = { fn, scopes: properties.AuthorizationScopes ?? [], ...(authorizer && { authorizer }) };
    return [{ routeKey: properties.RouteKey, target }];
  });
}

/** HTTP APIs take bodies of 10 MB and wait 30 seconds for a function. */
export const maxBodyBytes = 10 * 1024 * 1024;
const maxWaitMilliseconds = 30_000;

export type HttpApi = { apiId: string; handle(request: ApiRequest): Promise<ApiResponse> };

type Checked = { claims: Claims; scopes: string[] | null } | undefined | ApiResponse;

function check(target: RouteTarget, request: ApiRequest, keys: readonly JsonWebKey[]): Checked {
  if (!target.authorizer) return undefined;
  const answer = authorize(request.headers.authorization, target.authorizer, target.scopes, keys);
  if (answer.status === 403) return gatewayMessage(403, 'Forbidden');
  if (answer.status === 200) return { claims: answer.claims, scopes: answer.scopes };
  const challenge = `Bearer scope="${target.scopes.join(' ')}" error="invalid_token" error_description="${answer.description}"`;
  return gatewayMessage(401, 'Unauthorized', { 'www-authenticate': challenge });
}

/** The answer of a function, or nothing when it takes longer than API Gateway waits. */
async function inTime(answer: Promise<unknown>): Promise<{ answer: unknown } | undefined> {
  const waiting = new AbortController();
  const late = setTimeout(maxWaitMilliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
  return Promise.race([answer.then((one) => ({ answer: one })), late]).finally(() => waiting.abort());
}

/** The HTTP API of the template: routes, JWT authorizers, limits and API Gateway's own answers. */
export function createHttpApi(
  template: Template,
  registry: FunctionRegistry,
  keys: () => readonly JsonWebKey[],
): HttpApi | undefined {
  const api = template
    .all<{ ProtocolType?: string }>('AWS::ApiGatewayV2::Api')
    .find(({ properties }) => properties.ProtocolType === 'HTTP');
  if (!api) return undefined;
  const apiId = template.ref(api.logicalId);
  const findRoute = createRouteTable(readRoutes(template, registry, apiId));
  return {
    apiId,
    async handle(request) {
      const match = findRoute(request.method, request.path);
      if (!match) return gatewayMessage(404, 'Not Found');
      if (request.body.length > maxBodyBytes) return gatewayMessage(413, 'Request Entity Too Large');
      const { target, routeKey } = match.route;
      const checked = check(target, request, keys());
      if (checked && 'status' in checked) return checked;
      const event = toHttpEvent(request, routeKey, match.params, apiId, checked);
      try {
        const result = await inTime(target.fn.invoke(event));
        return result ? toApiResponse(result.answer) : gatewayMessage(503, 'Service Unavailable');
      } catch (error) {
        if (!(error instanceof FunctionFailure)) throw error;
        if (error.payload.errorType === tooLargeForLambda)
          return gatewayMessage(413, 'Request Entity Too Large');
        if (isThrottle(error)) return gatewayMessage(503, 'Service Unavailable');
        return gatewayMessage(500, 'Internal Server Error');
      }
    },
  };
}
