import { createHmac } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DescribeUserPoolClientCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AccountOperation, accountFailure } from '#core/accounts/cognito-errors.ts';
import { Failure } from '#core/failure.ts';
import type { Language } from '#core/shared.ts';
import { callAws, refusal } from '#functions/platform/aws-call.ts';
import { keepFresh } from '#functions/platform/keep-fresh.ts';
import { env } from '#functions/platform/settings.ts';

export const client = new CognitoIdentityProviderClient({});
export const ClientId = () => env('USER_POOL_CLIENT_ID');
export const UserPoolId = () => env('USER_POOL_ID');

/** @throws Failure with the pool's own message, see core/accounts/cognito-errors.ts */
export async function ask<T>(operation: AccountOperation, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) throw accountFailure(operation, error.name, error.message) ?? error;
    throw error;
  }
}

/** The client's secret, fetched from the pool once; undefined for a client without one. */
export const clientSecret = keepFresh(Number.POSITIVE_INFINITY, async () => {
  const command = new DescribeUserPoolClientCommand({ UserPoolId: UserPoolId(), ClientId: ClientId() });
  const answer = await client.send(command);
  return answer?.UserPoolClient?.ClientSecret;
});

/** The secret hash that proves to the pool that a call comes from our client. `username` is the name the call uses. */
export async function secretHash(username: string): Promise<string | undefined> {
  const key = await clientSecret();
  return key && createHmac('sha256', key).update(`${username}${ClientId()}`).digest('base64');
}

/** Creates an unconfirmed account; the pool mails its code. @throws Failure 409 user_exists */
export async function signUp(email: string, password: string, language: Language): Promise<void> {
  const command = new SignUpCommand({
    ClientId: ClientId(),
    SecretHash: await secretHash(email),
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

/** True when the account is not confirmed yet. */
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
  const command = new ConfirmSignUpCommand({
    ClientId: ClientId(),
    SecretHash: await secretHash(email),
    Username: email,
    ConfirmationCode: code,
  });
  await ask('confirm', () => client.send(command));
}

export async function resendCode(email: string): Promise<void> {
  const command = new ResendConfirmationCodeCommand({
    ClientId: ClientId(),
    SecretHash: await secretHash(email),
    Username: email,
  });
  await ask('resend', () => client.send(command));
}

/** `reason` is passed to the function that writes the mail. */
export async function sendResetCode(email: string, reason: 'forgot' | 'sign-up' = 'forgot'): Promise<void> {
  const command = new ForgotPasswordCommand({
    ClientId: ClientId(),
    SecretHash: await secretHash(email),
    Username: email,
    ClientMetadata: { reason },
  });
  await ask('forgot', () => client.send(command));
}

export async function resetPassword(email: string, code: string, password: string): Promise<void> {
  const command = new ConfirmForgotPasswordCommand({
    ClientId: ClientId(),
    SecretHash: await secretHash(email),
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

export async function endAllSessions(email: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({ UserPoolId: UserPoolId(), Username: email });
  await ask('reset', () => client.send(command));
}

/** A person's session. No refresh token when a session was refreshed: the old one stays valid. */
export type PoolSession = {
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string | null;
  user: { id: string; email: string };
  language: Language;
};

// The tokens come directly from the pool over TLS, so their signatures need no check.
function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

function ownerOf(idToken: string): Pick<PoolSession, 'user' | 'language'> {
  const { sub, email, locale } = claimsOf(idToken);
  return { user: { id: String(sub), email: String(email) }, language: locale === 'da' ? 'da' : 'en' };
}

/**
 * The refresh token we hand out: the user id, a dot, the pool's token. The pool accepts a token only with a hash over its
 * owner's id, which the token itself does not contain. Tokens issued before this format have no owner and are refused.
 */
const joinToken = (userId: string, token: string): string => `${userId}.${token}`;

function splitToken(refreshToken: string): { userId: string; token: string } {
  const dot = refreshToken.indexOf('.');
  return { userId: refreshToken.slice(0, Math.max(dot, 0)), token: refreshToken.slice(dot + 1) };
}

/** The parameters of a sign-in with the secret hash for this username. */
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
  // A challenge instead of tokens: an operator created the account or requires a new password.
  if (!AccessToken || !IdToken || !ExpiresIn)
    throw new Failure(403, 'forbidden', 'Password reset required for the user');
  const owner = ownerOf(IdToken);
  return {
    ...owner,
    accessToken: AccessToken,
    expiresInSeconds: ExpiresIn,
    refreshToken: RefreshToken ? joinToken(owner.user.id, RefreshToken) : null,
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

/** @throws Failure 401 session_expired when the token is revoked, expired or not a token */
export const refresh = async (refreshToken: string): Promise<PoolSession> =>
  startSession('refresh', 'REFRESH_TOKEN_AUTH', await refreshParameters(refreshToken));

/** The user and session of a refresh token, as the pool tells them. Null for a token that is no longer valid. */
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

/** Ends the session of a refresh token. The pool also refuses its access tokens wherever it checks them itself. */
export async function revoke(refreshToken: string): Promise<void> {
  const command = new RevokeTokenCommand({
    ClientId: ClientId(),
    ClientSecret: await clientSecret(),
    Token: splitToken(refreshToken).token,
  });
  await ask('sign-out', () => client.send(command));
}

/** An account's attributes in the user pool. */
type AccountRecord = {
  id: string;
  email: string;
  /** The owner has confirmed this e-mail address. Nothing is mailed to an unconfirmed one. */
  isVerified: boolean;
  createdAt: string | null;
};

/** The pool's answer; the creation date is in seconds. */
type PoolUser = { UserAttributes?: { Name: string; Value?: string }[]; UserCreateDate?: number };

/**
 * Null when there is no account. `id` is its sub or its e-mail. A signed call, so that the bundle of a function that
 * only reads has no SDK client.
 */
export async function readAccount(id: string): Promise<AccountRecord | null> {
  const answer = await callAws({
    service: 'cognito-idp',
    endpointName: 'COGNITO_IDENTITY_PROVIDER',
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser',
    },
    body: JSON.stringify({ UserPoolId: env('USER_POOL_ID'), Username: id }),
  });
  const text = answer.bytes.toString('utf8');
  if (answer.status === 200) return recordOf(JSON.parse(text) as PoolUser);
  if (text.includes('UserNotFoundException')) return null;
  throw new Error(`the account cannot be read: ${refusal(answer)}`);
}

function recordOf({ UserAttributes, UserCreateDate }: PoolUser): AccountRecord {
  const attribute = (name: string) => UserAttributes?.find((one) => one.Name === name)?.Value ?? '';
  return {
    id: attribute('sub'),
    email: attribute('email'),
    isVerified: attribute('email_verified') === 'true',
    createdAt: UserCreateDate === undefined ? null : new Date(UserCreateDate * 1000).toISOString(),
  };
}
