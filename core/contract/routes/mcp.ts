import * as z from 'zod/mini';
import { tokenScopes } from '#core/accounts/access-token.ts';
import { rows } from '#core/contract/route.ts';

export const mcpRoutes = rows({
  'POST /mcp': {
    name: 'mcp',
    subject: 'mcp',
    // A token is checked here; what it allows is checked by the routes that the tools call.
    auth: 'optional',
    scopes: tokenScopes,
    rate: 'reading',
    needs: ['table:read', 'token-use:write'],
    summary:
      'A server of the Model Context Protocol for assistants: streamable HTTP without sessions, answers in JSON. Its tools call this API with the caller’s token (`core/contract/mcp-tools.ts`).',
    body: z.object({
      jsonrpc: z.literal('2.0'),
      method: z.string().check(z.maxLength(100)),
      /** Absent from a notification, which is answered 202 without a body. */
      id: z.optional(z.union([z.string().check(z.maxLength(200)), z.int()])),
      params: z.optional(z.record(z.string(), z.unknown())),
    }),
    response: z.optional(z.record(z.string(), z.unknown())),
    status: 202,
    orStatus: 200,
    onlyMethod: true,
    timeoutSeconds: 29,
  },
});
