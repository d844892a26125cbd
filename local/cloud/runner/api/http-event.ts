import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { accountId } from '../../wire/names.ts';
import { isText } from './http-answer.ts';
import type { Claims } from './jwt-authorizer.ts';

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
