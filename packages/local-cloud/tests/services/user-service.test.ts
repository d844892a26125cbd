import { createHmac, randomUUID } from 'node:crypto';
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
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writtenMail } from '../../services/users/mail-writer.ts';
import { createUserService } from '../../services/users/user-service.ts';
import { type UserMail, UserStore } from '../../services/users/user-store.ts';
import { againstAws, type ContractTarget, contractTarget } from '../support/contract-target.ts';

// Codes can be read from the embedded outbox only: the tests that need one are skipped against a real pool.
const UserPoolId = process.env.LOCAL_CLOUD_CONTRACT_POOL_ID ?? 'eu-north-1_Contract0';
const ClientId = process.env.LOCAL_CLOUD_CONTRACT_CLIENT_ID ?? 'contractclient';
const settings = {
  poolId: UserPoolId,
  clientId: ClientId,
  hasSecret: false,
  issuer: `https://cognito-idp.eu-north-1.amazonaws.com/${UserPoolId}`,
  leastPasswordLength: 6,
  authFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  accessTokenSeconds: 900,
  idTokenSeconds: 900,
  refreshTokenSeconds: 86_400,
};

let target: ContractTarget;
let cognito: CognitoIdentityProviderClient;
const mails: UserMail[] = [];

beforeAll(async () => {
  target = await contractTarget(() =>
    createUserService(new UserStore(':memory:'), settings, (mail) => mails.push(mail)),
  );
  cognito = new CognitoIdentityProviderClient(target.config);
});

afterAll(async () => {
  cognito.destroy();
  await target.close();
});

const newEmail = () => `${randomUUID()}@example.dk`;
const signUp = (Username: string, Password = 'abcdef') =>
  cognito.send(new SignUpCommand({ ClientId, Username, Password }));
const codeFor = (email: string) => mails.findLast((mail) => mail.to === email)?.code ?? '';
const confirm = (Username: string, ConfirmationCode = codeFor(Username)) =>
  cognito.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));

async function signIn(USERNAME: string, PASSWORD = 'abcdef') {
  const AuthParameters = { USERNAME, PASSWORD };
  const answer = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters,
    }),
  );
  return answer.AuthenticationResult ?? {};
}
const refresh = (REFRESH_TOKEN = '') =>
  cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN },
    }),
  );

async function member(): Promise<string> {
  const email = newEmail();
  await signUp(email);
  await confirm(email);
  return email;
}

describe('signing up', () => {
  test('refuses a password of five characters in the words of the policy', async () => {
    await expect(signUp(newEmail(), 'abcde')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    });
  });

  test('refuses a name that is no e-mail address', async () => {
    await expect(signUp('nobody')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test('refuses an address that has an account, in any case', async () => {
    const email = newEmail();
    await signUp(email);
    await expect(signUp(email.toUpperCase())).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'User already exists',
    });
  });

  test('lets nobody in before the address is confirmed', async () => {
    const email = newEmail();
    const answer = await signUp(email);
    expect(answer.UserConfirmed).toBe(false);
    expect(answer.CodeDeliveryDetails?.Destination).toMatch(/^.\*\*\*@e\*\*\*$/);
    await expect(signIn(email)).rejects.toMatchObject({
      name: 'UserNotConfirmedException',
      message: 'User is not confirmed.',
    });
  });
});

describe.skipIf(againstAws)('confirming an address', () => {
  test('takes the code of the latest mail only', async () => {
    const email = newEmail();
    await signUp(email);
    const first = codeFor(email);
    await cognito.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }));
    if (first !== codeFor(email)) {
      await expect(confirm(email, first)).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid verification code provided, please try again.',
      });
    }
    await confirm(email);
    expect((await signIn(email)).AccessToken).toBeTruthy();
  });

  test('stops listening after ten wrong codes', async () => {
    const email = newEmail();
    await signUp(email);
    for (let tries = 0; tries < 10; tries++) {
      await expect(confirm(email, 'wrong1')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    }
    await expect(confirm(email)).rejects.toMatchObject({ name: 'LimitExceededException' });
  });

  test('happens once', async () => {
    const email = await member();
    await expect(confirm(email, '123456')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
    const again = cognito.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }));
    await expect(again).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe.skipIf(againstAws)('signing in', () => {
  test('gives tokens that a verifier of the pool accepts', async () => {
    const tokens = await signIn(await member());
    const verifier = CognitoJwtVerifier.create({
      userPoolId: UserPoolId,
      tokenUse: 'access',
      clientId: ClientId,
    });
    const jwks = await (await fetch(`${target.origin}/${UserPoolId}/.well-known/jwks.json`)).json();
    verifier.cacheJwks(jwks as Parameters<typeof verifier.cacheJwks>[0]);
    const claims = await verifier.verify(tokens.AccessToken ?? '');
    expect(claims).toMatchObject({
      scope: 'aws.cognito.signin.user.admin',
      client_id: ClientId,
      token_use: 'access',
    });
    expect(tokens.ExpiresIn).toBe(900);
  });

  test('gives an ID token that names the language in which the account was made', async () => {
    const email = newEmail();
    const UserAttributes = [{ Name: 'locale', Value: 'da' }];
    await cognito.send(new SignUpCommand({ ClientId, Username: email, Password: 'abcdef', UserAttributes }));
    await confirm(email);
    const { IdToken = '' } = await signIn(email, 'abcdef');
    const claims = JSON.parse(Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
    expect(claims).toMatchObject({ email, locale: 'da' });
  });

  test('tells a wrong password from nothing else, and then waits', async () => {
    const email = await member();
    for (let tries = 0; tries < 5; tries++) {
      await expect(signIn(email, 'wrong-one')).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      });
    }
    await expect(signIn(email)).rejects.toMatchObject({ message: 'Password attempts exceeded' });
  });

  test('tells an unknown address from a wrong password by nothing', async () => {
    await expect(signIn(newEmail())).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  test('refreshes until the token is revoked', async () => {
    const tokens = await signIn(await member());
    const fresh = (await refresh(tokens.RefreshToken)).AuthenticationResult;
    expect(fresh?.AccessToken).toBeTruthy();
    expect(fresh?.RefreshToken).toBeUndefined();
    await cognito.send(new RevokeTokenCommand({ ClientId, Token: tokens.RefreshToken }));
    await expect(refresh(tokens.RefreshToken)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    });
    await expect(refresh('made up')).rejects.toMatchObject({ message: 'Invalid Refresh Token' });
  });

  test('ends everywhere at once', async () => {
    const email = await member();
    const [one, two] = [await signIn(email), await signIn(email)];
    await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: email }));
    for (const { RefreshToken } of [one, two])
      await expect(refresh(RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

describe.skipIf(againstAws)('a forgotten password', () => {
  test('is replaced with the code of the mail', async () => {
    const email = await member();
    await cognito.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    const reset = (ConfirmationCode: string, Password: string) =>
      cognito.send(
        new ConfirmForgotPasswordCommand({ ClientId, Username: email, ConfirmationCode, Password }),
      );
    await expect(reset('wrong1', 'ghijkl')).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(reset(codeFor(email), 'gh')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await reset(codeFor(email), 'ghijkl');
    expect((await signIn(email, 'ghijkl')).AccessToken).toBeTruthy();
    await expect(reset(codeFor(email), 'mnopqr')).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  test('is written of in the account’s language, with what the caller says of the reason', async () => {
    const email = newEmail();
    const UserAttributes = [{ Name: 'locale', Value: 'da' }];
    await cognito.send(new SignUpCommand({ ClientId, Username: email, Password: 'abcdef', UserAttributes }));
    await confirm(email);
    const ClientMetadata = { reason: 'sign-up' };
    await cognito.send(new ForgotPasswordCommand({ ClientId, Username: email, ClientMetadata }));
    const mail = mails.findLast(({ to }) => to === email)!;
    expect(mail).toMatchObject({ kind: 'forgot-password', locale: 'da', metadata: ClientMetadata });
    const template = { subject: 'Code', html: 'Code {####}' };
    const asked: object[] = [];
    const written = (emailMessage: string | null) =>
      writtenMail(
        async (event) => {
          asked.push(event);
          return { response: { emailSubject: 'Kode', emailMessage } };
        },
        mail,
        settings,
        template,
      );
    expect(await written('Din kode: {####}')).toEqual({ subject: 'Kode', html: 'Din kode: {####}' });
    expect(await written(null)).toEqual({ subject: 'Kode', html: 'Code {####}' });
    await expect(written('no code')).rejects.toMatchObject({ code: 'InvalidLambdaResponseException' });
    expect(asked[0]).toMatchObject({
      triggerSource: 'CustomMessage_ForgotPassword',
      request: { clientMetadata: ClientMetadata, userAttributes: { email, locale: 'da' } },
    });
  });

  test('cannot be replaced before the address is confirmed', async () => {
    const email = newEmail();
    await signUp(email);
    const forgot = cognito.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    await expect(forgot).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe.skipIf(againstAws)('an account', () => {
  test('can be looked up and deleted', async () => {
    const email = await member();
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    expect(user.UserStatus).toBe('CONFIRMED');
    expect(user.UserAttributes).toContainEqual({ Name: 'email', Value: email });
    expect(user.UserCreateDate).toBeInstanceOf(Date);
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username: user.Username }));
    const gone = cognito.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    await expect(gone).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
  });
});

describe('a client with a secret', () => {
  const pool = { ...settings, hasSecret: true };
  let own: ContractTarget;
  let client: CognitoIdentityProviderClient;
  let secret: string;
  const hashOf = (username: string) =>
    createHmac('sha256', secret).update(`${username}${ClientId}`).digest('base64');

  beforeAll(async () => {
    const users = new UserStore(':memory:');
    own = await contractTarget(() => createUserService(users, pool, (mail) => mails.push(mail)));
    client = new CognitoIdentityProviderClient(own.config);
    const { UserPoolClient } = await client.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
    secret = UserPoolClient?.ClientSecret ?? '';
  });
  afterAll(async () => {
    client.destroy();
    await own.close();
  });

  test.skipIf(againstAws)('is called in its name by nobody who cannot make its hash', async () => {
    const Username = newEmail();
    const Password = 'abcdef';
    const calls = (SecretHash: string | undefined) => {
      const all = { ClientId, Username, SecretHash };
      const SECRET_HASH = SecretHash && { SECRET_HASH: SecretHash };
      const AuthParameters = { USERNAME: Username, PASSWORD: Password, ...SECRET_HASH };
      return [
        new SignUpCommand({ ...all, Password }),
        new ConfirmSignUpCommand({ ...all, ConfirmationCode: '000000' }),
        new ResendConfirmationCodeCommand(all),
        new ForgotPasswordCommand(all),
        new ConfirmForgotPasswordCommand({ ...all, ConfirmationCode: '000000', Password }),
        new AdminInitiateAuthCommand({
          ...{ UserPoolId, ClientId, AuthParameters },
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        }),
      ];
    };
    for (const [hash, words] of [
      [undefined, /SECRET_HASH was not received/],
      [hashOf(newEmail()), /Unable to verify secret hash/],
    ] as const)
      for (const command of calls(hash))
        await expect(client.send(command as SignUpCommand)).rejects.toMatchObject({
          name: 'NotAuthorizedException',
          message: expect.stringMatching(words),
        });
    await expect(client.send(new RevokeTokenCommand({ ClientId, Token: 'any' }))).rejects.toMatchObject({
      name: 'UnauthorizedException',
    });
    expect(mails.filter(({ to }) => to === Username)).toEqual([]);
  });

  test.skipIf(againstAws)(
    'takes the hash over the address for a password and over the id for a token',
    async () => {
      const Username = newEmail();
      const SecretHash = hashOf(Username);
      const { UserSub } = await client.send(
        new SignUpCommand({ ClientId, Username, SecretHash, Password: 'abcdef' }),
      );
      const ConfirmationCode = codeFor(Username);
      await client.send(new ConfirmSignUpCommand({ ClientId, Username, SecretHash, ConfirmationCode }));
      const begin = (
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH',
        AuthParameters: Record<string, string>,
      ) => client.send(new AdminInitiateAuthCommand({ UserPoolId, ClientId, AuthFlow, AuthParameters }));
      const { AuthenticationResult } = await begin('ADMIN_USER_PASSWORD_AUTH', {
        ...{ USERNAME: Username, PASSWORD: 'abcdef', SECRET_HASH: SecretHash },
      });
      const REFRESH_TOKEN = AuthenticationResult?.RefreshToken ?? '';
      await expect(begin('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN, SECRET_HASH: SecretHash })).rejects.toThrow(
        /secret hash/,
      );
      const again = await begin('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN, SECRET_HASH: hashOf(UserSub ?? '') });
      expect(again.AuthenticationResult?.AccessToken).toBeTruthy();
    },
  );
});
