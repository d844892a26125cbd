import * as z from 'zod/mini';
import { longestTokenDays, mostTokens, tokenScopes } from '#core/accounts/access-token.ts';
import { emailPattern, minimumPasswordLength } from '#core/accounts/credentials.ts';
import { languages } from '#core/shared.ts';
import { changes, documented, done, rows } from '../route.ts';
import { ownName } from './collections.ts';

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
/** Of the routes that call the user pool: what it refuses, and that they count attempts by themselves. */
const ofPool = { refuses: [401, 404, 409], rate: 'own', auth: 'public' } as const;

/** The refresh token is in an HttpOnly cookie for /api/auth and never in a body. */
export const accountRoutes = rows('accounts', {
  'POST /api/auth/sign-up': {
    name: 'sign-up',
    ...ofPool,
    needs: adminNeeds,
    summary: 'Create an account; a confirmation code is mailed.',
    body: z.object({ email, password: newPassword, language }),
    response: done,
  },
  'POST /api/auth/confirm': {
    name: 'confirm-sign-up',
    ...ofPool,
    needs,
    summary: 'Confirm an account with the mailed code.',
    body: z.object({ email, code }),
    response: done,
  },
  'POST /api/auth/resend': {
    name: 'resend-code',
    ...ofPool,
    needs,
    summary: 'Mail the confirmation code again.',
    body: z.object({ email }),
    response: done,
  },
  'POST /api/auth/sign-in': {
    name: 'sign-in',
    ...ofPool,
    needs: adminNeeds,
    summary: 'Sign in with e-mail and password.',
    body: z.object({ email, password }),
    response: session,
  },
  'POST /api/auth/refresh': {
    name: 'refresh-session',
    ...ofPool,
    needs: adminNeeds,
    summary: 'A new access token from the refresh cookie.',
    response: session,
  },
  'POST /api/auth/sign-out': {
    name: 'sign-out',
    ...ofPool,
    needs,
    summary: 'End the session behind the refresh cookie.',
    response: done,
  },
  'POST /api/auth/forgot': {
    name: 'forgot-password',
    ...ofPool,
    needs,
    summary: 'Mail a code to set a new password.',
    body: z.object({ email }),
    response: done,
  },
  'POST /api/auth/reset': {
    name: 'reset-password',
    ...ofPool,
    needs: adminNeeds,
    summary: 'Set a new password with the mailed code.',
    body: z.object({ email, code, password: newPassword }),
    response: done,
  },
});

/** A person's own account: exporting its data and erasing it. */
export const accountDataRoutes = rows('accounts', {
  'GET /api/account': {
    name: 'get-account',
    auth: 'user',
    needs: ['users:read', 'table:read'],
    summary: 'The caller’s address, language and since when they are a member.',
    response: z.object({
      email: z.string(),
      language: z.nullable(z.enum(languages)),
      member_since: z.nullable(z.string()),
    }),
  },
  'PUT /api/account/language': {
    name: 'set-language',
    ...changes,
    summary: 'The language of what is mailed to the caller.',
    body: z.object({ language: z.enum(languages), userId: z.optional(z.string()) }),
  },
  'GET /api/account/export': {
    name: 'export-account',
    auth: 'user',
    needs: ['users:read', 'table:read', 'push-secret:read'],
    timeoutSeconds: 25,
    summary:
      'What is stored of the caller, as they may see it, page by page: ask again with `after` until `next` is null.',
    query: z.object({
      after: z.optional(z.string().check(z.maxLength(1024))),
      userId: z.optional(z.string()),
    }),
    response: z.object({
      exported_at: z.string(),
      account: z.object({ id: z.string(), email: z.string(), member_since: z.nullable(z.string()) }),
      /** By kind: plan, usage, history, stars, discoveries and so on. */
      items: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      next: z.nullable(z.string()),
    }),
  },
  'DELETE /api/account': {
    name: 'erase-account',
    auth: 'user',
    needs: ['users:client', 'users:admin', 'table:write', 'own-photos:erase', 'stripe-secret:read'],
    timeoutSeconds: 28,
    summary: 'Erase the caller’s account and all that is stored of it, and end what they pay for.',
    body: z.object({
      password: z.string().check(z.minLength(1), z.maxLength(256)),
      userId: z.optional(z.string()),
    }),
    response: done,
  },
});

const scopes = z.array(z.enum(tokenScopes));

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes,
  created_at: z.string(),
  ends_at: z.string(),
  /** The day, "2026-11-28"; null if it was never used. */
  last_used_on: z.nullable(z.string()),
});
export type AccessTokenWire = z.infer<typeof accessToken>;

/** Personal access tokens. They are made and revoked in a session only: none of these routes takes one. */
export const tokenRoutes = rows('accounts', {
  'GET /api/tokens': {
    name: 'list-tokens',
    auth: 'user',
    needs: ['table:read'],
    summary: 'The caller’s personal access tokens, newest first.',
    response: z.object({ tokens: z.array(accessToken), limit: z.literal(mostTokens) }),
  },
  'POST /api/tokens': {
    name: 'create-token',
    auth: 'user',
    needs: ['table:write'],
    summary: 'A new personal access token. It is answered once and cannot be read again.',
    body: z.object({
      name: ownName,
      scopes: scopes.check(z.minLength(1), z.maxLength(tokenScopes.length)),
      /** Days until it ends. */
      days: z.int().check(z.gte(1), z.lte(longestTokenDays)),
      userId: z.optional(z.string().check(z.maxLength(128))),
    }),
    response: z.object({ token: z.string(), details: accessToken }),
    status: 201,
  },
  'DELETE /api/tokens/{id}': {
    name: 'revoke-token',
    ...changes,
    summary: 'Revoke a personal access token; it is refused from now on.',
  },
});
