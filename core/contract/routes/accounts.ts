import * as z from 'zod/mini';
import { emailPattern, minimumPasswordLength } from '#core/accounts/credentials.ts';
import { languages } from '#core/shared.ts';
import { documented } from '../documented.ts';
import { rows } from '../route.ts';

// Generous limits against abuse; the rules that people meet are Cognito's and those of docs/spec.md, section 5.
const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(254), z.regex(emailPattern));
const password = z.string().check(z.minLength(1), z.maxLength(256));
/** A new password; a handler explains in words if it is too short. */
const newPassword = documented(z.string().check(z.minLength(1), z.maxLength(256)), {
  minLength: minimumPasswordLength,
});
/** In any grouping of digits: "835 917". */
const code = z.string().check(
  z.overwrite((typed) => typed.replace(/\s/gu, '')),
  z.minLength(4),
  z.maxLength(12),
);
const language = z.optional(z.enum(languages));
const done = z.object({ ok: z.literal(true) });

export const session = z.object({
  accessToken: z.string(),
  /** Seconds until the access token expires. */
  expiresIn: z.number(),
  user: z.object({ id: z.string(), email: z.string() }),
});
export type SessionWire = z.infer<typeof session>;

// The table counts attempts per IP address and e-mail address.
const needs = ['users:client', 'table:write'] as const;
const adminNeeds = ['users:client', 'users:admin', 'table:write'] as const;
const subject = 'accounts';
// Refusals of the user pool.
const refuses = [401, 404, 409];

/** The refresh token is in an HttpOnly cookie for /api/auth and never in a body. */
export const accountRoutes = rows({
  'POST /api/auth/sign-up': {
    name: 'sign-up',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs: adminNeeds,
    summary: 'Create an account; a confirmation code is mailed.',
    body: z.object({ email, password: newPassword, language }),
    response: done,
  },
  'POST /api/auth/confirm': {
    name: 'confirm-sign-up',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs,
    summary: 'Confirm an account with the mailed code.',
    body: z.object({ email, code }),
    response: done,
  },
  'POST /api/auth/resend': {
    name: 'resend-code',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs,
    summary: 'Mail the confirmation code again.',
    body: z.object({ email }),
    response: done,
  },
  'POST /api/auth/sign-in': {
    name: 'sign-in',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs: adminNeeds,
    summary: 'Sign in with e-mail and password.',
    body: z.object({ email, password }),
    response: session,
  },
  'POST /api/auth/refresh': {
    name: 'refresh-session',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs: adminNeeds,
    summary: 'A new access token from the refresh cookie.',
    response: session,
  },
  'POST /api/auth/sign-out': {
    name: 'sign-out',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs,
    summary: 'End the session behind the refresh cookie.',
    response: done,
  },
  'POST /api/auth/forgot': {
    name: 'forgot-password',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs,
    summary: 'Mail a code to set a new password.',
    body: z.object({ email }),
    response: done,
  },
  'POST /api/auth/reset': {
    name: 'reset-password',
    refuses,
    subject,
    rate: 'own',
    auth: 'public',
    needs: adminNeeds,
    summary: 'Set a new password with the mailed code.',
    body: z.object({ email, code, password: newPassword }),
    response: done,
  },
});
