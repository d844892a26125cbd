import { createHmac } from 'node:crypto';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type AccountOperation, accountFailure } from '#core/account/cognito-errors.ts';
import { env } from '#functions/_runtime/env.ts';

export const client = new CognitoIdentityProviderClient({});
export const ClientId = () => env('USER_POOL_CLIENT_ID');
export const UserPoolId = () => env('USER_POOL_ID');

/** @throws Failure with the pool's own message, see core/account/cognito-errors.ts */
export async function ask<T>(operation: AccountOperation, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) throw accountFailure(operation, error.name, error.message) ?? error;
    throw error;
  }
}

let secret: Promise<string | null> | undefined;

async function readSecret(): Promise<string | null> {
  const command = new DescribeUserPoolClientCommand({ UserPoolId: UserPoolId(), ClientId: ClientId() });
  const answer = await client.send(command);
  return answer?.UserPoolClient?.ClientSecret ?? null;
}

/** The client's secret, asked of the pool once; undefined for a client that has none. */
export async function clientSecret(): Promise<string | undefined> {
  secret ??= readSecret();
  try {
    return (await secret) ?? undefined;
  } catch (error) {
    secret = undefined;
    throw error;
  }
}

/** What shows the pool that a call in the client's name is ours. `username`: as the call names the account. */
export async function secretHash(username: string): Promise<string | undefined> {
  const key = await clientSecret();
  return key && createHmac('sha256', key).update(`${username}${ClientId()}`).digest('base64');
}
