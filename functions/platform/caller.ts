import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda';
import type { Session } from '#core/accounts/cookies.ts';
import { originSecretHeader } from '#core/contract/needs.ts';
import { Failure } from '#core/failure.ts';
import type { AccessReason } from '#core/payments/plan.ts';
import { once } from '#core/shared.ts';
import { keyedHash, readFormerSecret, readSecret } from './secret.ts';
import { env, setting } from './settings.ts';

/** The caller by the verified token: `sub` and session. Nothing else of the token is used. */
export type Caller = { id: string; session: Session };

const scope = 'aws.cognito.signin.user.admin';
export const unauthenticated = () =>
  new Failure(401, 'not_authenticated', 'Not authenticated', {
    reason: 'not_logged_in' satisfies AccessReason,
  });

type Claims = Record<string, unknown>;

// API Gateway writes numbers as text. A token without a time of issue counts as the oldest.
function sessionOf({ origin_jti: id, iat }: Claims): Session {
  return { id: typeof id === 'string' ? id : null, issuedAt: Number(iat) || 0 };
}

/**
 * Accepts only access tokens of our own client; ID tokens and other clients' tokens are refused even if the gateway lets
 * them through.
 */
function callerOf(claims: Claims): Caller {
  const scopes = String(claims.scope ?? '').split(' ');
  const fits =
    claims.token_use === 'access' && claims.client_id === env('TOKEN_CLIENT_ID') && scopes.includes(scope);
  // `sub` becomes part of a key. API Gateway writes a list as "[a b]", which is not an id either.
  if (!fits || typeof claims.sub !== 'string' || !/^[\w-]{1,128}$/.test(claims.sub)) throw unauthenticated();
  return { id: claims.sub, session: sessionOf(claims) };
}

/** The caller of a route behind API Gateway's authorizer. */
export function authorizedCaller(event: Event): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (!claims) throw unauthenticated();
  return callerOf(claims as Claims);
}

// The library checks `exp` only if the token has one; ours always do.
function requireExpiry({ payload }: { payload: Claims }): void {
  if (typeof payload.exp !== 'number') throw unauthenticated();
}

/** A token could not be checked, so nothing is known of it. */
class KeysUnreachable extends Error {
  override name = 'KeysUnreachable';
}

const attempts = 4;
const timeoutMs = 2_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function ask(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri, { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`signing keys answered ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * The user pool's public keys; retried when it is busy or the connection breaks. The library's own fetcher supports only
 * TLS, which the embedded user pool lacks.
 * @throws KeysUnreachable
 */
async function fetchSigningKeys(uri: string): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(uri);
    } catch (error) {
      if (attempt === attempts)
        throw new KeysUnreachable('the signing keys cannot be read', { cause: error });
    }
    await pause(Math.random() * 50 * 2 ** attempt);
  }
}

// Loaded on first use: routes behind the gateway's authorizer do not need it.
const loadVerifier = once(async () => {
  const [{ JwtVerifier }, { SimpleJwksCache }] = await Promise.all([
    import('aws-jwt-verify'),
    import('aws-jwt-verify/jwk'),
  ]);
  return JwtVerifier.create(
    {
      issuer: env('TOKEN_ISSUER'),
      audience: null,
      jwksUri: env('TOKEN_JWKS_URL'),
      customJwtCheck: requireExpiry,
    },
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: fetchSigningKeys } }) },
  );
});

/**
 * The caller of an `optional` route: null without a token.
 * @throws Failure 401 for an invalid token
 * @throws KeysUnreachable
 */
export async function optionalCaller(authorization: string | undefined): Promise<Caller | null> {
  if (!authorization) return null;
  const token = /^Bearer ([\w.-]+)$/.exec(authorization)?.[1];
  if (!token) throw unauthenticated();
  const verifier = await loadVerifier();
  let claims: Claims;
  try {
    claims = (await verifier.verify(token)) as Claims;
  } catch (error) {
    // The token could not be checked; a 401 would sign its owner out.
    if (error instanceof KeysUnreachable) throw error;
    throw unauthenticated();
  }
  return callerOf(claims);
}

/**
 * A request may name the user's id in path, query, body or header (docs/spec.md). It is only compared with the token's: equal
 * or absent is accepted.
 * @throws Failure 403
 */
export function requireSelf(caller: Caller, claimed: unknown): void {
  if (claimed === undefined || claimed === null || claimed === caller.id) return;
  throw new Failure(403, 'forbidden', 'Forbidden');
}

const forwardedHeader = 'x-forwarded-client';
const signatureOf = (address: string) => keyedHash('client-address', address);

/**
 * The header with which one of our functions calls a route for a client, so that the route counts the client's address
 * instead of the function's. Only our functions can sign it.
 */
export async function forwardClient(address: string): Promise<Record<string, string>> {
  return { [forwardedHeader]: `${(await signatureOf(address)).toString('base64url')} ${address}` };
}

async function forwardedAddress(header: string | undefined): Promise<string | null> {
  const [, signed, address] = /^([\w-]{43}) (\S{1,64})$/.exec(header ?? '') ?? [];
  if (!signed || !address) return null;
  return timingSafeEqual(Buffer.from(signed, 'base64url'), await signatureOf(address)) ? address : null;
}

/**
 * The client's address as CloudFront's own function wrote it over what a client sent; the origin secret proves that the
 * request came from CloudFront. Behind a request of one of our functions, the address that the function signed.
 */
export async function clientAddressOf({ headers, requestContext }: Event): Promise<string> {
  const forwarded = await forwardedAddress(headers[forwardedHeader]);
  return forwarded ?? headers['x-client-address'] ?? requestContext.http.sourceIp;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * False for requests sent directly to the API's own address, without CloudFront's secret. While the secret is rotated, part
 * of CloudFront still sends the former one, which is accepted until the operator's command ends the rotation.
 */
export async function cameThroughFront(headers: Record<string, string | undefined>): Promise<boolean> {
  const arn = setting('ORIGIN_SECRET_ARN');
  if (!arn) return true;
  const given = headers[originSecretHeader] ?? '';
  if (isSame(given, await readSecret(arn))) return true;
  const former = await readFormerSecret(arn);
  return former !== null && isSame(given, former);
}
