import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { Session } from '#core/accounts/cookies.ts';
import { Failure } from '#core/failure.ts';
import type { AccessReason } from '#core/payments/plan.ts';
import { fetchSigningKeys, KeysUnreachable } from './hashes.ts';
import { env } from './settings.ts';

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
export function authorizedCaller(event: APIGatewayProxyEventV2WithJWTAuthorizer): Caller {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (!claims) throw unauthenticated();
  return callerOf(claims as Claims);
}

// The library checks `exp` only if the token has one; ours always do.
function requireExpiry({ payload }: { payload: Claims }): void {
  if (typeof payload.exp !== 'number') throw unauthenticated();
}

// Loaded on first use: routes behind the gateway's authorizer do not need it.
async function makeVerifier() {
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
}
let verifier: ReturnType<typeof makeVerifier> | undefined;

/**
 * The caller of an `optional` route: null without a token.
 * @throws Failure 401 for an invalid token
 * @throws KeysUnreachable
 */
export async function optionalCaller(authorization: string | undefined): Promise<Caller | null> {
  if (!authorization) return null;
  const token = /^Bearer ([\w.-]+)$/.exec(authorization)?.[1];
  if (!token) throw unauthenticated();
  verifier ??= makeVerifier();
  const loaded = await verifier;
  let claims: Claims;
  try {
    claims = (await loaded.verify(token)) as Claims;
  } catch (error) {
    // The token could not be checked; a 401 would sign its owner out.
    if (error instanceof KeysUnreachable) throw error;
    throw unauthenticated();
  }
  return callerOf(claims);
}

/**
 * docs/spec.md sends the user's id in path, query, body and header. It is only compared with the token's: equal or absent is
 * accepted.
 * @throws Failure 403
 */
export function requireSelf(caller: Caller, claimed: unknown): void {
  if (claimed === undefined || claimed === null || claimed === caller.id) return;
  throw new Failure(403, 'forbidden', 'Forbidden');
}
