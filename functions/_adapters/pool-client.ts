import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
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
