import {
  AdminInitiateAuthCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Failure } from '#core/failure.ts';
import { ask, ClientId, client, UserPoolId } from './pool-client.ts';

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
  return {
    accessToken: AccessToken,
    expiresInSeconds: ExpiresIn,
    refreshToken: RefreshToken ?? null,
    user: userOf(IdToken),
  };
}

export const signIn = (email: string, password: string): Promise<PoolSession> =>
  startSession('sign-in', 'ADMIN_USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD: password });

/** @throws Failure 401 session_expired when the token is revoked, expired or no token at all */
export const refresh = (refreshToken: string): Promise<PoolSession> =>
  startSession('refresh', 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken });

/**
 * Whose refresh token it is and which session it belongs to, which the token itself does not tell anybody but the pool.
 * Null for a token that is worth nothing any more.
 */
export async function sessionBehind(refreshToken: string): Promise<{ userId: string; id: string } | null> {
  const command = new InitiateAuthCommand({
    ClientId: ClientId(),
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: refreshToken },
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
  const command = new RevokeTokenCommand({ ClientId: ClientId(), Token: refreshToken });
  await ask('sign-out', () => client.send(command));
}
