import { createSign, generateKeyPairSync } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { listen } from '#local/wire/listen.ts';

const scope = 'aws.cognito.signin.user.admin';
const clientId = 'bilfund-test-client';
const kid = 'test-key';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A user pool's keys on a port of their own, and the environment that names them. */
export async function startIdentity(): Promise<{ close(): Promise<void> }> {
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] };
  const listener = await listen((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
  });
  Object.assign(process.env, {
    TOKEN_ISSUER: `${listener.origin}/pool`,
    TOKEN_JWKS_URL: `${listener.origin}/pool/.well-known/jwks.json`,
    TOKEN_CLIENT_ID: clientId,
  });
  return listener;
}

type Holder = { as: string; session?: string | undefined; issuedAt?: number | undefined };

function claimsOf({ as, session, issuedAt }: Holder) {
  const now = Math.floor(Date.now() / 1000);
  const identity = { sub: as, iss: process.env.TOKEN_ISSUER, client_id: clientId };
  const origin = session === undefined ? {} : { origin_jti: session };
  return { ...identity, ...origin, token_use: 'access', scope, iat: issuedAt ?? now, exp: now + 3600 };
}

function tokenOf(holder: Holder): string {
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claimsOf(holder))}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
}

export type RouteCall = {
  /** Who calls; nobody when left out. */
  as?: string;
  /** The sign-in that their token came of, and the epoch second in which it was issued. */
  session?: string;
  issuedAt?: number;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** JSON, or bytes as they are. */
  body?: unknown;
};
export type RouteAnswer<T = Record<string, unknown>> = {
  status: number;
  body: T;
  headers: Record<string, unknown>;
};

let requests = 0;

/** JSON as what it says, other text as it is, pictures as bytes. */
function readBody({ body, headers, isBase64Encoded }: APIGatewayProxyStructuredResultV2): unknown {
  if (isBase64Encoded) return Buffer.from(body ?? '', 'base64');
  return String(headers?.['content-type']).startsWith('application/json') ? JSON.parse(String(body)) : body;
}

/** Calls a route's handler with the event that API Gateway would build of such a request. */
export async function callRoute<T = Record<string, unknown>>(
  handler: unknown,
  { as, session, issuedAt, params, query, headers, body }: RouteCall = {},
): Promise<RouteAnswer<T>> {
  const isRaw = body instanceof Uint8Array;
  const event = {
    version: '2.0',
    headers: {
      ...(body !== undefined && { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
      ...(as && { authorization: `Bearer ${tokenOf({ as, session, issuedAt })}` }),
      ...headers,
    },
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    ...(body !== undefined && {
      body: isRaw ? Buffer.from(body).toString('base64') : JSON.stringify(body),
    }),
    isBase64Encoded: isRaw,
    requestContext: {
      requestId: `request-${++requests}`,
      http: { sourceIp: '203.0.113.1' },
      ...(as && { authorizer: { jwt: { claims: claimsOf({ as, session, issuedAt }), scopes: [scope] } } }),
    },
  };
  type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;
  const result = await (handler as Handler)(event, {});
  return {
    status: result.statusCode ?? 0,
    body: readBody(result) as T,
    headers: result.headers ?? {},
  };
}
