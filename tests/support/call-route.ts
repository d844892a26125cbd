import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { listen } from 'local-cloud/wire/http.ts';
import { createTokenSigner } from './token-signer.ts';

const scope = 'aws.cognito.signin.user.admin';
const clientId = 'bilfund-test-client';
const signer = createTokenSigner();

/** A user pool's keys on a port of their own, and the environment that names them. */
export async function startIdentity(): Promise<{ close(): Promise<void> }> {
  const listener = await listen((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(signer.keySet));
  });
  Object.assign(process.env, {
    TOKEN_ISSUER: `${listener.origin}/pool`,
    TOKEN_JWKS_URL: `${listener.origin}/pool/.well-known/jwks.json`,
    TOKEN_CLIENT_ID: clientId,
    // One person of a test does the work of many, in no time. Tests of the rates set it back.
    RATE_FACTOR: '1000',
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

/** Signing takes longer than most routes do: whoever calls again in the same second sends the same token. */
const tokens = new Map<string, string>();

function tokenOf(holder: Holder): string {
  const claims = claimsOf(holder);
  const key = JSON.stringify(claims);
  const token = tokens.get(key) ?? signer.sign(claims);
  tokens.set(key, token);
  return token;
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
  /** As the gateway tells it; left out, the route's own. */
  method?: string;
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
  if (!body) return body;
  if (isBase64Encoded) return Buffer.from(body, 'base64');
  return String(headers?.['content-type']).startsWith('application/json') ? JSON.parse(body) : body;
}

/** A request as API Gateway hands it over: the body is text, in base64 where it says so. */
export type SentRequest = Omit<RouteCall, 'body'> & { body?: string; isBase64Encoded: boolean };

/** What a route's handler answers to the event that API Gateway would build of such a request: with its id, also a refusal. */
export async function sendRequest(
  handler: unknown,
  { as, session, issuedAt, params, query, headers, method, body, isBase64Encoded }: SentRequest,
): Promise<APIGatewayProxyStructuredResultV2> {
  const event = {
    version: '2.0',
    headers: { ...(as && { authorization: `Bearer ${tokenOf({ as, session, issuedAt })}` }), ...headers },
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    ...(body !== undefined && { body }),
    isBase64Encoded,
    requestContext: {
      requestId: `request-${++requests}`,
      http: { sourceIp: '203.0.113.1', ...(method && { method }) },
      ...(as && { authorizer: { jwt: { claims: claimsOf({ as, session, issuedAt }), scopes: [scope] } } }),
    },
  };
  type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;
  const answer = await (handler as Handler)(event, {});
  if (!answer.headers?.['x-request-id'])
    throw new Error(`The answer ${answer.statusCode} lacks the request’s id.`);
  return answer;
}

/** Calls a route with JSON or bytes. */
export async function callRoute<T = Record<string, unknown>>(
  handler: unknown,
  { headers, body, ...call }: RouteCall = {},
): Promise<RouteAnswer<T>> {
  const isRaw = body instanceof Uint8Array;
  const type = isRaw ? 'application/octet-stream' : 'application/json';
  const result = await sendRequest(handler, {
    ...call,
    headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && {
      body: isRaw ? Buffer.from(body).toString('base64') : JSON.stringify(body),
    }),
    isBase64Encoded: isRaw,
  });
  return {
    status: result.statusCode ?? 0,
    body: readBody(result) as T,
    headers: result.headers ?? {},
  };
}
