import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../wire/service.ts';
import type { PasswordPolicy } from './pool-settings.ts';

const rules: readonly [keyof PasswordPolicy, RegExp, string][] = [
  ['RequireLowercase', /[a-z]/, 'Password must have lowercase characters'],
  ['RequireUppercase', /[A-Z]/, 'Password must have uppercase characters'],
  ['RequireNumbers', /[0-9]/, 'Password must have numeric characters'],
  ['RequireSymbols', /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/, 'Password must have symbol characters'],
];

/** Throws InvalidPasswordException in Cognito's words. Cognito takes at most 256 characters. */
export function checkPasswordPolicy(
  password: string | undefined,
  policy: PasswordPolicy,
): asserts password is string {
  const refuse = (reason: string): never => {
    throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
  };
  if (!password || password.length < (policy.MinimumLength ?? 8)) return refuse('Password not long enough');
  if (password.length > 256) return refuse('Password too long');
  for (const [name, pattern, reason] of rules) if (policy[name] && !pattern.test(password)) refuse(reason);
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
