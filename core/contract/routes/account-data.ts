import * as z from 'zod/mini';
import { languages } from '#core/shared.ts';
import { rows } from '../route.ts';

const subject = 'accounts';

/** A person's own account: exporting its data and erasing it. */
export const accountDataRoutes = rows({
  'GET /api/account': {
    name: 'get-account',
    subject,
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
    subject,
    auth: 'user',
    needs: ['table:write'],
    summary: 'The language of what is mailed to the caller.',
    body: z.object({ language: z.enum(languages), userId: z.optional(z.string()) }),
    response: z.object({ ok: z.literal(true) }),
  },
  'GET /api/account/export': {
    name: 'export-account',
    subject,
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
    subject,
    auth: 'user',
    needs: ['users:client', 'users:admin', 'table:write', 'own-photos:erase', 'stripe-secret:read'],
    timeoutSeconds: 28,
    summary: 'Erase the caller’s account and all that is stored of it, and end what they pay for.',
    body: z.object({
      password: z.string().check(z.minLength(1), z.maxLength(256)),
      userId: z.optional(z.string()),
    }),
    response: z.object({ ok: z.literal(true) }),
  },
});
