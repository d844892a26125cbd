import {
  AdminInitiateAuthCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Failure } from '#core/failure.ts';
import { ask, ClientId, client, clientSecret, secretHash, UserPoolId } from './pool-client.ts';

/** A session of a person. The refresh token is absent when a session was refreshed: the old one stays valid. */
export type PoolSession = {
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string | null;
  user: { id: string; email: string };
};

// The tokens come straight from the pool over TLS, so their claims need no check of the signature.
function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

function userOf(idToken: string): { id: string; email: string } {
  const claims = claimsOf(idToken);
  return { id: String(claims.sub), email: String(claims.email) };
}

/**
 * A refresh token as we hand it out: whose it is, a dot, the pool's token. The pool hears a token only with a hash over its
 * owner's id, which the token tells nobody. One of before has no owner, and is heard no more.
 */
const joinToken = (userId: string, token: string): string => `${userId}.${token}`;

function splitToken(refreshToken: string): { userId: string; token: string } {
  const dot = refreshToken.indexOf('.');
  return { userId: refreshToken.slice(0, Math.max(dot, 0)), token: refreshToken.slice(dot + 1) };
}

/** The parameters of a sign-in, with the hash over the account that they name. */
async function signed(username: string, parameters: Record<string, string>) {
  const SECRET_HASH = await secretHash(username);
  return { ...parameters, ...(SECRET_HASH && { SECRET_HASH }) };
}

async function startSession(
  operation: 'sign-in' | 'refresh',
  AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH',
  AuthParameters: Record<string, string>,
): Promise<PoolSession> {
  const command = new AdminInitiateAuthCommand({
    UserPoolId: UserPoolId(),
    ClientId: ClientId(),
    AuthFlow,
    AuthParameters,
  });
  const answer = await ask(operation, () => client.send(command));
  const { AccessToken, IdToken, ExpiresIn, RefreshToken } = answer.AuthenticationResult ?? {};
  // A challenge instead of tokens: an operator made the account or asked for a new password.
  if (!AccessToken || !IdToken || !ExpiresIn)
    throw new Failure(403, 'forbidden', 'Password reset required for the user');
  const user = userOf(IdToken);
  return {
    accessToken: AccessToken,
    expiresInSeconds: ExpiresIn,
    refreshToken: RefreshToken ? joinToken(user.id, RefreshToken) : null,
    user,
  };
}

export const signIn = async (email: string, password: string): Promise<PoolSession> =>
  startSession(
    'sign-in',
    'ADMIN_USER_PASSWORD_AUTH',
    await signed(email, { USERNAME: email, PASSWORD: password }),
  );

async function refreshParameters(refreshToken: string): Promise<Record<string, string>> {
  const { userId, token } = splitToken(refreshToken);
  return signed(userId, { REFRESH_TOKEN: token });
}

/** @throws Failure 401 session_expired when the token is revoked, expired or no token at all */
export const refresh = async (refreshToken: string): Promise<PoolSession> =>
  startSession('refresh', 'REFRESH_TOKEN_AUTH', await refreshParameters(refreshToken));

/**
 * Whose refresh token it is and which session it belongs to, which the token itself does not tell anybody but the pool.
 * Null for a token that is worth nothing any more.
 */
export async function sessionBehind(refreshToken: string): Promise<{ userId: string; id: string } | null> {
  const command = new InitiateAuthCommand({
    ClientId: ClientId(),
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: await refreshParameters(refreshToken),
  });
  try {
    const answer = await ask('refresh', () => client.send(command));
    const { sub, origin_jti: id } = claimsOf(answer.AuthenticationResult!.AccessToken!);
    return typeof sub === 'string' && typeof id === 'string' ? { userId: sub, id } : null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'session_expired') return null;
    throw error;
  }
}

/** Ends the session behind a refresh token, its access tokens included as far as the pool checks them. */
export async function revoke(refreshToken: string): Promise<void> {
  const command = new RevokeTokenCommand({
    ClientId: ClientId(),
    ClientSecret: await clientSecret(),
    Token: splitToken(refreshToken).token,
  });
  await ask('sign-out', () => client.send(command));
}
