// biome-ignore-all lint/correctness/noComponentHookFactories: operations carry the names of the AWS API, none is a component
import { createHmac, randomUUID } from 'node:crypto';
import type {
  AdminDeleteUserRequest,
  AdminGetUserRequest,
  AdminInitiateAuthRequest,
  AdminUserGlobalSignOutRequest,
  ConfirmForgotPasswordRequest,
  ConfirmSignUpRequest,
  DescribeUserPoolClientRequest,
  ForgotPasswordRequest,
  InitiateAuthRequest,
  ResendConfirmationCodeRequest,
  RevokeTokenRequest,
  SignUpRequest,
} from '@aws-sdk/client-cognito-identity-provider';
import { runJsonOperation, ServiceError, type WireService } from '../../wire/http.ts';
import { type IssuedTokens, TokenMint } from './tokens.ts';
import {
  checkCode,
  checkPasswordPolicy,
  hashPassword,
  matchesPassword,
  newCode,
  type PoolSettings,
  type SendUserMail,
  type User,
  type UserMail,
  type UserStore,
} from './user-store.ts';

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
function checkSecretHash(
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
async function initiateAuth(
  store: UserStore,
  mint: TokenMint,
  settings: PoolSettings,
  input: Pick<InitiateAuthRequest | AdminInitiateAuthRequest, 'AuthFlow' | 'AuthParameters'>,
): Promise<{ ChallengeParameters: object; AuthenticationResult: IssuedTokens }> {
  const flow = String(input.AuthFlow);
  const parameters = input.AuthParameters ?? {};
  if (flow === 'REFRESH_TOKEN_AUTH') {
    // Not the address: of a token the pool takes the hash over its owner's own id.
    const owner = mint.ownerOf(parameters.REFRESH_TOKEN);
    if (owner !== undefined) checkSecretHash(store, settings, owner, parameters.SECRET_HASH);
    return { ChallengeParameters: {}, AuthenticationResult: mint.refresh(parameters.REFRESH_TOKEN) };
  }
  if (flow !== 'ADMIN_USER_PASSWORD_AUTH')
    throw new ServiceError('InvalidParameterException', `Auth flow ${flow} is not served here.`);
  if (!settings.authFlows.includes(`ALLOW_${flow}`)) {
    throw new ServiceError('InvalidParameterException', 'Auth flow not enabled for this client');
  }
  const { USERNAME: username, PASSWORD: password } = parameters;
  if (!username) throw new ServiceError('InvalidParameterException', 'Missing required parameter USERNAME');
  if (!password) throw new ServiceError('InvalidParameterException', 'Missing required parameter PASSWORD');
  checkSecretHash(store, settings, username, parameters.SECRET_HASH);
  const user = await checkPassword(store, store.find(username), password);
  if (!user.confirmed) throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.');
  return { ChallengeParameters: {}, AuthenticationResult: mint.issue(user) };
}

type UserOperationsContext = {
  store: UserStore;
  mint: TokenMint;
  settings: PoolSettings;
  sendMail: SendUserMail;
};

/** `j***@e***`, as Cognito tells where the code went. */
function delivery(email: string) {
  const [name = '', domain = ''] = email.split('@');
  const Destination = `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`;
  return { CodeDeliveryDetails: { Destination, DeliveryMedium: 'EMAIL', AttributeName: 'email' } };
}

function attributesOf(user: User) {
  return [
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: String(user.confirmed === 1) },
    { Name: 'sub', Value: user.sub },
    ...(user.locale === null ? [] : [{ Name: 'locale', Value: user.locale }]),
  ];
}

/** A mail to a user, but for its code. */
const mailTo = (
  { email, sub, locale }: User,
  kind: UserMail['kind'],
  metadata: Record<string, string> | undefined,
): Omit<UserMail, 'code'> => ({ to: email, sub, locale, kind, ...(metadata && { metadata }) });

function checkClient(settings: PoolSettings, clientId: string | undefined): void {
  if (clientId === settings.clientId) return;
  throw new ServiceError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}

function checkPool(settings: PoolSettings, poolId: string | undefined): void {
  if (poolId === settings.poolId) return;
  throw new ServiceError('ResourceNotFoundException', `User pool ${poolId} does not exist.`);
}

function existing(store: UserStore, username: string | undefined): User {
  const user = store.find(username);
  if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
  return user;
}

/** Becoming a user, as anyone may without AWS credentials. */
function signUpOperations({ store, settings, sendMail }: UserOperationsContext) {
  return {
    async SignUp(input: SignUpRequest) {
      checkClient(settings, input.ClientId);
      checkSecretHash(store, settings, input.Username, input.SecretHash);
      const email = String(input.Username ?? '').toLowerCase();
      if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
        throw new ServiceError('InvalidParameterException', 'Username should be an email.');
      }
      checkPasswordPolicy(input.Password, settings.leastPasswordLength);
      const password = await hashPassword(input.Password);
      if (store.find(email)) throw new ServiceError('UsernameExistsException', 'User already exists');
      const sub = randomUUID();
      const locale = input.UserAttributes?.find(({ Name }) => Name === 'locale')?.Value ?? null;
      store.insert({ sub, email, password, confirmed: 0, locale });
      const user = existing(store, sub);
      const code = newCode(store, user, 'signUp');
      await sendMail({ ...mailTo(user, 'sign-up', input.ClientMetadata), code });
      return { UserConfirmed: false, UserSub: sub, ...delivery(email) };
    },
    async ResendConfirmationCode(input: ResendConfirmationCodeRequest) {
      checkClient(settings, input.ClientId);
      checkSecretHash(store, settings, input.Username, input.SecretHash);
      const user = store.find(input.Username);
      if (user?.confirmed) throw new ServiceError('InvalidParameterException', 'User is already confirmed.');
      if (user) {
        const code = newCode(store, user, 'signUp');
        await sendMail({ ...mailTo(user, 'resend', input.ClientMetadata), code });
      }
      return delivery(String(input.Username));
    },
    ConfirmSignUp(input: ConfirmSignUpRequest) {
      checkClient(settings, input.ClientId);
      checkSecretHash(store, settings, input.Username, input.SecretHash);
      const user = store.find(input.Username);
      if (user?.confirmed) {
        const text = 'User cannot be confirmed. Current status is CONFIRMED';
        throw new ServiceError('NotAuthorizedException', text);
      }
      checkCode(store, user, input.ConfirmationCode, 'signUp');
      store.change(user.sub, { confirmed: 1, sign_up_code: null, sign_up_code_at: null });
    },
  };
}

/** Getting back in with a new password, without AWS credentials. */
function passwordOperations({ store, settings, sendMail }: UserOperationsContext) {
  return {
    async ForgotPassword(input: ForgotPasswordRequest) {
      checkClient(settings, input.ClientId);
      checkSecretHash(store, settings, input.Username, input.SecretHash);
      const user = store.find(input.Username);
      if (user && !user.confirmed) {
        const text =
          'Cannot reset password for the user as there is no registered/verified email or phone_number';
        throw new ServiceError('InvalidParameterException', text);
      }
      if (user) {
        const code = newCode(store, user, 'reset');
        await sendMail({ ...mailTo(user, 'forgot-password', input.ClientMetadata), code });
      }
      return delivery(String(input.Username));
    },
    async ConfirmForgotPassword(input: ConfirmForgotPasswordRequest) {
      checkClient(settings, input.ClientId);
      checkSecretHash(store, settings, input.Username, input.SecretHash);
      checkPasswordPolicy(input.Password, settings.leastPasswordLength);
      const user = store.find(input.Username);
      checkCode(store, user, input.ConfirmationCode, 'reset');
      const password = await hashPassword(input.Password);
      store.change(user.sub, {
        password,
        reset_code: null,
        reset_code_at: null,
        failed_logins: 0,
        locked_until: 0,
      });
    },
  };
}

/** Signing in and out, without AWS credentials. */
function sessionOperations({ store, mint, settings }: UserOperationsContext) {
  return {
    InitiateAuth(input: InitiateAuthRequest) {
      checkClient(settings, input.ClientId);
      return initiateAuth(store, mint, settings, input);
    },
    RevokeToken(input: RevokeTokenRequest) {
      checkClient(settings, input.ClientId);
      if (settings.hasSecret && input.ClientSecret !== store.clientSecret())
        throw new ServiceError('UnauthorizedException', 'Invalid client secret.');
      mint.revoke(input.Token);
    },
  };
}

/** What needs credentials and a grant on the pool. */
function adminUserOperations({ store, mint, settings }: UserOperationsContext) {
  const user = (input: { UserPoolId: string | undefined; Username: string | undefined }) => {
    checkPool(settings, input.UserPoolId);
    return existing(store, input.Username);
  };
  return {
    AdminInitiateAuth(input: AdminInitiateAuthRequest) {
      checkPool(settings, input.UserPoolId);
      checkClient(settings, input.ClientId);
      return initiateAuth(store, mint, settings, input);
    },
    AdminGetUser(input: AdminGetUserRequest) {
      const found = user(input);
      return {
        Username: found.sub,
        UserAttributes: attributesOf(found),
        UserStatus: found.confirmed ? 'CONFIRMED' : 'UNCONFIRMED',
        Enabled: true,
        UserCreateDate: found.created_at / 1000,
        UserLastModifiedDate: found.changed_at / 1000,
      };
    },
    DescribeUserPoolClient(input: DescribeUserPoolClientRequest) {
      checkPool(settings, input.UserPoolId);
      checkClient(settings, input.ClientId);
      const ClientSecret = settings.hasSecret ? store.clientSecret() : undefined;
      return { UserPoolClient: { UserPoolId: input.UserPoolId, ClientId: input.ClientId, ClientSecret } };
    },
    AdminDeleteUser: (input: AdminDeleteUserRequest) => store.delete(user(input).sub),
    AdminUserGlobalSignOut: (input: AdminUserGlobalSignOutRequest) =>
      store.revokeAllRefreshTokens(user(input).sub),
  };
}

export type UserService = WireService & { mint: TokenMint };

/** Cognito's user pools: one pool with one client, and its public keys at `/{poolId}/.well-known/jwks.json`. */
export function createUserService(
  store: UserStore,
  settings: PoolSettings,
  sendMail: SendUserMail,
): UserService {
  const mint = new TokenMint(store, settings);
  const context = { store, mint, settings, sendMail };
  const operations = {
    ...signUpOperations(context),
    ...passwordOperations(context),
    ...sessionOperations(context),
    ...adminUserOperations(context),
  };
  return {
    mint,
    async handle(request) {
      if (request.path === `/${settings.poolId}/.well-known/jwks.json`) {
        const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' };
        return { status: 200, headers, body: JSON.stringify(mint.jwks) };
      }
      return runJsonOperation(operations, request);
    },
    close: () => store.close(),
  };
}
