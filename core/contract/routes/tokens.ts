import * as z from 'zod/mini';
import { longestTokenDays, mostTokens, tokenScopes } from '#core/accounts/access-token.ts';
import { rows } from '../route.ts';
import { ownName } from './collections.ts';

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

const subject = 'accounts';

/** Personal access tokens. They are made and revoked in a session only: none of these routes takes one. */
export const tokenRoutes = rows({
  'GET /api/tokens': {
    name: 'list-tokens',
    subject,
    auth: 'user',
    needs: ['table:read'],
    summary: 'The caller’s personal access tokens, newest first.',
    response: z.object({ tokens: z.array(accessToken), limit: z.literal(mostTokens) }),
  },
  'POST /api/tokens': {
    name: 'create-token',
    subject,
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
    subject,
    auth: 'user',
    needs: ['table:write'],
    summary: 'Revoke a personal access token; it is refused from now on.',
    response: z.object({ ok: z.literal(true) }),
  },
});
