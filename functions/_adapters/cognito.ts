import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Language } from '#core/language.ts';
import { ask, ClientId, client, secretHash, UserPoolId } from './pool-client.ts';

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

/** `reason` goes to the function that writes the mail. */
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

/** Ends every session of an account. */
export async function endAllSessions(email: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({ UserPoolId: UserPoolId(), Username: email });
  await ask('reset', () => client.send(command));
}
