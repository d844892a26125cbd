import { callAws, refusal } from '#functions/platform/aws-call.ts';
import { env } from '#functions/platform/settings.ts';

/** An account's attributes in the user pool. */
export type AccountRecord = {
  id: string;
  email: string;
  /** The owner has confirmed this e-mail address. Nothing is mailed to an unconfirmed one. */
  isVerified: boolean;
  createdAt: string | null;
};

/** The pool's answer; the creation date is in seconds. */
type PoolUser = { UserAttributes?: { Name: string; Value?: string }[]; UserCreateDate?: number };

/**
 * Null when there is no account. `id` is its sub or its e-mail. A signed call, because functions that only read load no SDK
 * client.
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
