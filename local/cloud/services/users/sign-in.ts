import { createHmac } from 'node:crypto';
import type {
  AdminInitiateAuthRequest,
  InitiateAuthRequest,
} from '@aws-sdk/client-cognito-identity-provider';
import { ServiceError } from '../../wire/service.ts';
import { hashPassword, matchesPassword } from './passwords.ts';
import type { PoolSettings } from './pool-settings.ts';
import type { IssuedTokens, TokenMint } from './tokens.ts';
import type { User, UserStore } from './user-store.ts';

const passwordFlows: Readonly<Record<string, string>> = {
  USER_PASSWORD_AUTH: 'ALLOW_USER_PASSWORD_AUTH',
  ADMIN_USER_PASSWORD_AUTH: 'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  ADMIN_NO_SRP_AUTH: 'ALLOW_ADMIN_USER_PASSWORD_AUTH',
};

/** Failed sign-ins that are free; then each one locks for twice as long, up to 15 minutes, as in Cognito. */
const freeFailures = 5;
const maxLockMilliseconds = 900_000;

const wrong = () => new ServiceError('NotAuthorizedException', 'Incorrect username or password.');
let decoy: Promise<string> | undefined;

/** Costs the same whether or not the user exists. */
async function checkPassword(store: UserStore, user: User | undefined, password: string): Promise<User> {
  decoy ??= hashPassword('nobody');
  if (user && user.locked_until > Date.now()) {
    throw new ServiceError('NotAuthorizedException', 'Password attempts exceeded');
  }
  const matches = await matchesPassword(password, user?.password ?? (await decoy));
  if (!user) throw wrong();
  if (!matches) {
    const failures = user.failed_logins + 1;
    const lock =
      failures < freeFailures ? 0 : Math.min(maxLockMilliseconds, 1000 * 2 ** (failures - freeFailures));
    store.change(user.sub, { failed_logins: failures, locked_until: lock ? Date.now() + lock : 0 });
    throw wrong();
  }
  if (user.failed_logins > 0) store.change(user.sub, { failed_logins: 0, locked_until: 0 });
  return user;
}

/** Refuses, as Cognito does, who calls in the name of a client with a secret and cannot make its hash. */
export function checkSecretHash(
  store: UserStore,
  { clientId, hasSecret }: PoolSettings,
  username: string | undefined,
  hash: string | undefined,
): void {
  if (!hasSecret) return;
  if (!hash) {
    const text = `Client ${clientId} is configured with secret but SECRET_HASH was not received`;
    throw new ServiceError('NotAuthorizedException', text);
  }
  const expected = createHmac('sha256', store.clientSecret())
    .update(`${username}${clientId}`)
    .digest('base64');
  if (hash !== expected)
    throw new ServiceError('NotAuthorizedException', `Unable to verify secret hash for client ${clientId}`);
}

/** InitiateAuth and AdminInitiateAuth: passwords and refresh tokens. SRP is not served. */
export async function initiateAuth(
  store: UserStore,
  mint: TokenMint,
  settings: PoolSettings,
  input: Pick<InitiateAuthRequest | AdminInitiateAuthRequest, 'AuthFlow' | 'AuthParameters'>,
): Promise<{ ChallengeParameters: object; AuthenticationResult: IssuedTokens }> {
  const flow = String(input.AuthFlow);
  const parameters = input.AuthParameters ?? {};
  if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN') {
    // Not the address: of a token the pool takes the hash over its owner's own id.
    const owner = mint.ownerOf(parameters.REFRESH_TOKEN);
    if (owner !== undefined) checkSecretHash(store, settings, owner, parameters.SECRET_HASH);
    return { ChallengeParameters: {}, AuthenticationResult: mint.refresh(parameters.REFRESH_TOKEN) };
  }
  const needed = passwordFlows[flow];
  if (!needed) throw new ServiceError('InvalidParameterException', `Auth flow ${flow} is not served here.`);
  if (!settings.authFlows.includes(needed)) {
    throw new ServiceError('InvalidParameterException', 'Auth flow not enabled for this client');
  }
  const { USERNAME: username, PASSWORD: password } = parameters;
  if (!username) throw new ServiceError('InvalidParameterException', 'Missing required parameter USERNAME');
  if (!password) throw new ServiceError('InvalidParameterException', 'Missing required parameter PASSWORD');
  checkSecretHash(store, settings, username, parameters.SECRET_HASH);
  if (!settings.hidesUsers && !store.find(username)) {
    throw new ServiceError('UserNotFoundException', 'User does not exist.');
  }
  const user = await checkPassword(store, store.find(username), password);
  if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.');
  if (!user.confirmed) throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.');
  return { ChallengeParameters: {}, AuthenticationResult: mint.issue(user) };
}
