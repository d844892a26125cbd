import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { ServiceError } from '../../wire/http.ts';
import type { PoolSettings, User, UserStore } from './user-store.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export type IssuedTokens = {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
  RefreshToken?: string;
};

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const refused = (message: string) => new ServiceError('NotAuthorizedException', message);

/** RS256 tokens with the claims Cognito writes. */
export class TokenMint {
  readonly #store: UserStore;
  readonly #settings: PoolSettings;
  readonly #privateKey: KeyObject;
  readonly jwks: { keys: (JsonWebKey & { kid: string })[] };

  constructor(store: UserStore, settings: PoolSettings) {
    this.#store = store;
    this.#settings = settings;
    this.#privateKey = createPrivateKey(store.key(newKey));
    const jwk = createPublicKey(this.#privateKey).export({ format: 'jwk' });
    const kid = createHash('sha256').update(String(jwk.n)).digest('base64url').slice(0, 24);
    this.jwks = { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] };
  }

  /** New tokens after a sign-in. */
  issue(user: User): IssuedTokens {
    const authTime = Math.floor(Date.now() / 1000);
    const origin = randomUUID();
    const token = randomBytes(384).toString('base64url');
    this.#store.addRefreshToken({
      hash: hashOf(token),
      sub: user.sub,
      origin,
      issued_at: Date.now(),
      auth_time: authTime,
    });
    return { ...this.#pair(user, origin, authTime), RefreshToken: token };
  }

  /** New access and ID tokens; Cognito returns no new refresh token. Throws NotAuthorizedException. */
  refresh(token: string | undefined): IssuedTokens {
    const known = this.#store.refreshToken(hashOf(token ?? ''));
    if (!known) throw refused('Invalid Refresh Token');
    if (known.revoked) throw refused('Refresh Token has been revoked');
    if (known.issued_at + this.#settings.refreshTokenSeconds * 1000 < Date.now()) {
      throw refused('Refresh Token has expired');
    }
    const user = this.#store.find(known.sub);
    if (!user) throw refused('Refresh Token has been revoked');
    return this.#pair(user, known.origin, known.auth_time);
  }

  /** Whose refresh token it is; undefined for one that was never issued. */
  ownerOf(token: string | undefined): string | undefined {
    return this.#store.refreshToken(hashOf(token ?? ''))?.sub;
  }

  /** Revokes the refresh token; the access tokens that came of it run out by themselves. */
  revoke(token: string | undefined): void {
    this.#store.revokeRefreshToken(hashOf(token ?? ''));
  }

  #sign(claims: object): string {
    const text = `${encode({ kid: this.jwks.keys[0]?.kid, alg: 'RS256' })}.${encode(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), this.#privateKey).toString('base64url')}`;
  }

  #pair(user: User, origin: string, authTime: number): IssuedTokens {
    const { issuer, clientId, accessTokenSeconds, idTokenSeconds } = this.#settings;
    const iat = Math.floor(Date.now() / 1000);
    const event = { origin_jti: origin, event_id: randomUUID(), auth_time: authTime, iat };
    const common = { sub: user.sub, iss: issuer, ...event };
    return {
      AccessToken: this.#sign({
        ...common,
        jti: randomUUID(),
        exp: iat + accessTokenSeconds,
        token_use: 'access',
        scope: 'aws.cognito.signin.user.admin',
        client_id: clientId,
        username: user.sub,
      }),
      IdToken: this.#sign({
        ...common,
        jti: randomUUID(),
        exp: iat + idTokenSeconds,
        token_use: 'id',
        aud: clientId,
        email: user.email,
        email_verified: user.confirmed === 1,
        ...(user.locale !== null && { locale: user.locale }),
        'cognito:username': user.sub,
      }),
      ExpiresIn: accessTokenSeconds,
      TokenType: 'Bearer',
    };
  }
}
