import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { ServiceError } from '../../wire/service.ts';
import type { PoolSettings } from './pool-settings.ts';
import type { User, UserStore } from './user-store.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export type AccessClaims = { sub: string; exp: number; iat: number; token_use: string; origin_jti: string };

export type IssuedTokens = {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
  RefreshToken?: string;
};

export type TokenMint = {
  jwks: { keys: JsonWebKey[] };
  /** New tokens after a sign-in. */
  issue(user: User): IssuedTokens;
  /** New access and ID tokens; Cognito returns no new refresh token. Throws NotAuthorizedException. */
  refresh(token: string | undefined): IssuedTokens;
  /** Revokes the refresh token and every access token that came of it. */
  revoke(token: string | undefined): void;
  /** The user of an access token that is valid and not revoked. Throws NotAuthorizedException. */
  userOf(accessToken: string | undefined): User;
};

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const refused = (message: string) => new ServiceError('NotAuthorizedException', message);

/** RS256 tokens with the claims Cognito writes. */
export function createTokenMint(store: UserStore, settings: PoolSettings): TokenMint {
  const privateKey = createPrivateKey(store.key(newKey));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64url').slice(0, 24);

  const signed = (claims: object): string => {
    const text = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };

  const pair = (user: User, origin: string, authTime: number): IssuedTokens => {
    const iat = Math.floor(Date.now() / 1000);
    const common = {
      sub: user.sub,
      iss: settings.issuer,
      origin_jti: origin,
      event_id: randomUUID(),
      auth_time: authTime,
      iat,
    };
    return {
      AccessToken: signed({
        ...common,
        jti: randomUUID(),
        exp: iat + settings.accessTokenSeconds,
        token_use: 'access',
        scope: 'aws.cognito.signin.user.admin',
        client_id: settings.clientId,
        username: user.sub,
      }),
      IdToken: signed({
        ...common,
        jti: randomUUID(),
        exp: iat + settings.idTokenSeconds,
        token_use: 'id',
        aud: settings.clientId,
        email: user.email,
        email_verified: user.confirmed === 1,
        'cognito:username': user.sub,
      }),
      ExpiresIn: settings.accessTokenSeconds,
      TokenType: 'Bearer',
    };
  };

  const claimsOf = (token: string): AccessClaims => {
    const [header, payload, signature] = token.split('.');
    const valid =
      signature &&
      verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
    if (!valid) throw refused('Invalid Access Token');
    return JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8')) as AccessClaims;
  };

  return {
    jwks: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    issue(user) {
      const authTime = Math.floor(Date.now() / 1000);
      const origin = randomUUID();
      const token = randomBytes(384).toString('base64url');
      store.addRefreshToken({
        hash: hashOf(token),
        sub: user.sub,
        origin,
        issued_at: Date.now(),
        auth_time: authTime,
      });
      return { ...pair(user, origin, authTime), RefreshToken: token };
    },
    refresh(token) {
      const known = store.refreshToken(hashOf(token ?? ''));
      if (!known) throw refused('Invalid Refresh Token');
      if (known.revoked) throw refused('Refresh Token has been revoked');
      if (known.issued_at + settings.refreshTokenSeconds * 1000 < Date.now()) {
        throw refused('Refresh Token has expired');
      }
      const user = store.find(known.sub);
      if (!user?.enabled) throw refused('Refresh Token has been revoked');
      return pair(user, known.origin, known.auth_time);
    },
    revoke: (token) => store.revokeRefreshToken(hashOf(token ?? '')),
    userOf(accessToken) {
      const claims = claimsOf(accessToken ?? '');
      if (claims.token_use !== 'access') throw refused('Invalid Access Token');
      if (claims.exp <= Date.now() / 1000) throw refused('Access Token has expired');
      const user = store.find(claims.sub);
      if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
      if (user.signed_out_at >= claims.iat * 1000 || store.isOriginRevoked(claims.origin_jti)) {
        throw refused('Access Token has been revoked');
      }
      return user;
    },
  };
}
