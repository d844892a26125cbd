import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AccountOperation, accountFailure } from '#core/account/cognito-errors.ts';
import { Failure } from '#core/failure.ts';
import type { Language } from '#core/language.ts';
import { env } from '#functions/_runtime/env.ts';

/** A session of a person. The refresh token is absent when a session was refreshed: the old one stays valid. */
export type PoolSession = {
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string | null;
  user: { id: string; email: string };
};

const client = new CognitoIdentityProviderClient({});
const ClientId = () => env('USER_POOL_CLIENT_ID');
const UserPoolId = () => env('USER_POOL_ID');

/** @throws Failure with the pool's own message, see core/account/cognito-errors.ts */
async function ask<T>(operation: AccountOperation, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) throw accountFailure(operation, error.name, error.message) ?? error;
    throw error;
  }
}

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

/** Creates an unconfirmed account; the pool mails its code. @throws Failure 409 user_exists */
export async function signUp(email: string, password: string, language: Language): Promise<void> {
  const command = new SignUpCommand({
    ClientId: ClientId(),
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'locale', Value: language },
    ],
    ClientMetadata: { language },
  });
  await ask('sign-up', () => client.send(command));
}

/** True when the account waits for its code. */
export async function isUnconfirmed(email: string): Promise<boolean> {
  const command = new AdminGetUserCommand({ UserPoolId: UserPoolId(), Username: email });
  const user = await ask('sign-up', () => client.send(command));
  return user.UserStatus === 'UNCONFIRMED';
}

export async function deleteAccount(email: string): Promise<void> {
  const command = new AdminDeleteUserCommand({ UserPoolId: UserPoolId(), Username: email });
  await ask('sign-up', () => client.send(command));
}

export async function confirmSignUp(email: string, code: string): Promise<void> {
  const command = new ConfirmSignUpCommand({ ClientId: ClientId(), Username: email, ConfirmationCode: code });
  await ask('confirm', () => client.send(command));
}

export async function resendCode(email: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({ ClientId: ClientId(), Username: email });
  await ask('resend', () => client.send(command));
}

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

/** `reason` goes to the function that writes the mail. */
export async function sendResetCode(email: string, reason: 'forgot' | 'sign-up' = 'forgot'): Promise<void> {
  const command = new ForgotPasswordCommand({
    ClientId: ClientId(),
    Username: email,
    ClientMetadata: { reason },
  });
  await ask('forgot', () => client.send(command));
}

export async function resetPassword(email: string, code: string, password: string): Promise<void> {
  const command = new ConfirmForgotPasswordCommand({
    ClientId: ClientId(),
    Username: email,
    ConfirmationCode: code,
    Password: password,
  });
  await ask('reset', () => client.send(command));
}

/** The id of an account, its `sub`; null when there is none of this e-mail. */
export async function idOfAccount(email: string): Promise<string | null> {
  const command = new AdminGetUserCommand({ UserPoolId: UserPoolId(), Username: email });
  const user = await ask('reset', () => client.send(command));
  return user.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? null;
}

/** Ends every session of an account. */
export async function endAllSessions(email: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({ UserPoolId: UserPoolId(), Username: email });
  await ask('reset', () => client.send(command));
}
