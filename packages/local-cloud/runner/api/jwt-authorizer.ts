import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';

export type JwtAuthorizer = { issuer: string; audiences: readonly string[] };
export type Claims = Record<string, unknown>;

/** 401 for a token that is missing or wrong, 403 for one whose scopes do not do. */
export type Authorization =
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
