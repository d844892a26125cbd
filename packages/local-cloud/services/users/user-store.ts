import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { ServiceError } from '../../wire/http.ts';
import { openState } from '../../wire/state.ts';

/** What the template says about the user pool and its one client. */
export type PoolSettings = {
  poolId: string;
  clientId: string;
  /** GenerateSecret of the client: its calls carry a hash that only who has the secret can make. */
  hasSecret: boolean;
  /** As in the tokens: `https://cognito-idp.<region>.amazonaws.com/<poolId>`. */
  issuer: string;
  leastPasswordLength: number;
  /** ExplicitAuthFlows of the client, e.g. ALLOW_ADMIN_USER_PASSWORD_AUTH. */
  authFlows: readonly string[];
  accessTokenSeconds: number;
  idTokenSeconds: number;
  refreshTokenSeconds: number;
};

/** A mail that Cognito would have sent. `code` is six digits. */
export type UserMail = {
  to: string;
  code: string;
  kind: 'sign-up' | 'resend' | 'forgot-password';
  sub: string;
  /** The account's language, where it was told. */
  locale: string | null;
  /** What the caller gave for the pool's functions. */
  metadata?: Record<string, string>;
};

/** Sends a mail, and may take its time; rejects when the pool's function that writes it fails. */
export type SendUserMail = (mail: UserMail) => unknown;

/** How long a code serves, as in Cognito: a day for sign-up, an hour for a new password. */
export const codeLifetimeSeconds = { signUp: 86_400, reset: 3_600 } as const;

export type CodeKind = 'signUp' | 'reset';

/** Wrong codes a user may send before Cognito stops listening until a new code is requested. */
const maxWrongCodes = 10;

const expired = () =>
  new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const mismatch = () =>
  new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.');

/** A fresh six-digit code; the former one stops working. */
export function newCode(store: UserStore, user: User, kind: CodeKind): string {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const fields =
    kind === 'signUp'
      ? { sign_up_code: code, sign_up_code_at: Date.now() }
      : { reset_code: code, reset_code_at: Date.now() };
  store.change(user.sub, { ...fields, wrong_codes: 0 });
  return code;
}

/**
 * Throws as Cognito does: CodeMismatchException, ExpiredCodeException, LimitExceededException. A user who
 * does not exist answers like one whose code is out of date (sign-up) or wrong (reset).
 */
export function checkCode(
  store: UserStore,
  user: User | undefined,
  code: string | undefined,
  kind: CodeKind,
): asserts user is User {
  if (!user) throw kind === 'signUp' ? expired() : mismatch();
  const expected = kind === 'signUp' ? user.sign_up_code : user.reset_code;
  const at = kind === 'signUp' ? user.sign_up_code_at : user.reset_code_at;
  if (expected === null || at === null) throw expired();
  if (user.wrong_codes >= maxWrongCodes) {
    throw new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  if (code !== expected) {
    store.change(user.sub, { wrong_codes: user.wrong_codes + 1 });
    throw mismatch();
  }
  if (at + codeLifetimeSeconds[kind] * 1000 < Date.now()) throw expired();
}

/** Throws InvalidPasswordException in Cognito's words. Cognito takes at most 256 characters. */
export function checkPasswordPolicy(
  password: string | undefined,
  leastLength: number,
): asserts password is string {
  const refuse = (reason: string): never => {
    throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
  };
  if (!password || password.length < leastLength) return refuse('Password not long enough');
  if (password.length > 256) return refuse('Password too long');
}

/** What deriving a key costs, as scrypt counts it. Tests of many sign-ins lower it. */
export const keyDerivation = { cost: 16_384 };

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, { N: keyDerivation.cost, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `salt:key` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}:${(await derive(password, salt)).toString('base64url')}`;
}

export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

const schema = `
create table if not exists users(
  sub text primary key, email text not null unique, password text not null, confirmed integer not null default 0,
  created_at integer not null, changed_at integer not null,
  sign_up_code text, sign_up_code_at integer, reset_code text, reset_code_at integer, wrong_codes integer not null default 0,
  failed_logins integer not null default 0, locked_until integer not null default 0,
  locale text);
create table if not exists refresh_tokens(
  hash text primary key, sub text not null, origin text not null, issued_at integer not null, auth_time integer not null,
  revoked integer not null default 0);
create table if not exists keys(pem text not null);
create table if not exists client_secret(secret text not null);`;

export type User = {
  sub: string;
  email: string;
  password: string;
  confirmed: number;
  created_at: number;
  changed_at: number;
  sign_up_code: string | null;
  sign_up_code_at: number | null;
  reset_code: string | null;
  reset_code_at: number | null;
  wrong_codes: number;
  failed_logins: number;
  locked_until: number;
  locale: string | null;
};

export type RefreshToken = {
  hash: string;
  sub: string;
  origin: string;
  issued_at: number;
  auth_time: number;
  revoked: number;
};

/** Users, refresh tokens (as hashes) and the signing key on disk. Times are epoch milliseconds of the machine's clock. */
export class UserStore {
  readonly #database: DatabaseSync;
  readonly #sql: SQLTagStore;

  constructor(path: string) {
    this.#database = openState(path, schema);
    this.#sql = this.#database.createTagStore();
    // A data folder from before has the table without it.
    const columns = this.#database.prepare('pragma table_info(users)').all();
    if (!columns.some(({ name }) => name === 'locale'))
      this.#database.exec('alter table users add column locale text');
  }

  close(): void {
    this.#database.close();
  }

  /** The PEM of the signing key; made by `create` the first time. */
  key(create: () => string): string {
    const row = this.#sql.get`select pem from keys`;
    if (row) return String(row.pem);
    const pem = create();
    this.#sql.run`insert into keys values(${pem})`;
    return pem;
  }

  /** The secret of the pool's client; made the first time. */
  clientSecret(): string {
    const row = this.#sql.get`select secret from client_secret`;
    if (row) return String(row.secret);
    const secret = randomBytes(32).toString('hex');
    this.#sql.run`insert into client_secret values(${secret})`;
    return secret;
  }

  /** By e-mail address (any case) or sub. */
  find(username: string | undefined): User | undefined {
    const name = String(username ?? '');
    const row = this.#sql.get`select * from users where email = ${name.toLowerCase()} or sub = ${name}`;
    return row as User | undefined;
  }

  insert(user: Pick<User, 'sub' | 'email' | 'password' | 'confirmed'> & Partial<Pick<User, 'locale'>>): void {
    const now = Date.now();
    this.#sql.run`insert into users(sub, email, password, confirmed, locale, created_at, changed_at)
      values(${user.sub}, ${user.email}, ${user.password}, ${user.confirmed}, ${user.locale ?? null}, ${now}, ${now})`;
  }

  change(sub: string, fields: Partial<Omit<User, 'sub'>>): void {
    const names = Object.keys(fields);
    const values = Object.values(fields);
    this.#database
      .prepare(
        `update users set ${names.map((name) => `${name} = ?`).join(', ')}, changed_at = ? where sub = ?`,
      )
      .run(...values, Date.now(), sub);
  }

  delete(sub: string): void {
    this.#sql.run`delete from refresh_tokens where sub = ${sub}`;
    this.#sql.run`delete from users where sub = ${sub}`;
  }

  addRefreshToken(token: Omit<RefreshToken, 'revoked'>): void {
    this.#sql.run`insert into refresh_tokens(hash, sub, origin, issued_at, auth_time)
      values(${token.hash}, ${token.sub}, ${token.origin}, ${token.issued_at}, ${token.auth_time})`;
  }

  refreshToken(hash: string): RefreshToken | undefined {
    const row = this.#sql.get`select * from refresh_tokens where hash = ${hash}`;
    return row as RefreshToken | undefined;
  }

  revokeRefreshToken(hash: string): void {
    this.#sql.run`update refresh_tokens set revoked = 1 where hash = ${hash}`;
  }

  revokeAllRefreshTokens(sub: string): void {
    this.#sql.run`update refresh_tokens set revoked = 1 where sub = ${sub}`;
  }
}
