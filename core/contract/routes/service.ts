import * as z from 'zod/mini';
import { tokenScopes } from '#core/accounts/access-token.ts';
import { sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { rows } from '../route.ts';

/** Of held-back cars: their number, their median error (0.06 = 6 %) and the share priced within the interval. */
const figure = z.object({ cars: z.number(), error: z.number(), coverage: z.number() });

export const serviceRoutes = rows('service', {
  'GET /api/health': {
    name: 'get-health',
    auth: 'public',
    needs: ['table:read'],
    summary: 'Whether the service answers and reaches its table.',
    response: z.object({ status: z.literal('ok'), stage: z.string(), time: z.string() }),
  },
  'GET /api/about': {
    name: 'get-about',
    auth: 'public',
    needs: [],
    summary:
      'What a client should know of this installation: demo links, whether imports are switched on, who runs it.',
    response: z.object({
      importsEnabled: z.boolean(),
      /** Whether cars can be valued by number plate, which requires a register. */
      platesEnabled: z.boolean(),
      /** The marketplaces whose links can be imported; cars of the others come by the Bilfund button. */
      sources: z.array(z.enum(marketplaceIds)),
      /** The operator; null if none is named. */
      operator: z.nullable(
        z.object({
          name: z.string(),
          address: z.string(),
          cvr: z.nullable(z.string()),
          supportMail: z.string(),
        }),
      ),
      demo: z.nullable(
        z.object({
          origin: z.string(),
          links: z.array(
            z.object({
              url: z.string(),
              title: z.string(),
              danishTitle: z.optional(z.string()),
              kind: z.enum(['search', 'unkind', 'failure', 'dba']),
              failureClass: z.optional(z.string()),
              expectedCars: z.optional(z.number()),
            }),
          ),
        }),
      ),
    }),
    anonymousCacheSeconds: 60,
  },
  'GET /api/rating-figures': {
    name: 'get-rating-figures',
    auth: 'public',
    needs: ['data:read'],
    summary:
      'How well the valuation in use values cars that it did not learn from, and how many it learns from.',
    response: z.object({
      /** The number of cars that the valuation can learn from, and the number needed to rate without other sources. */
      pool: z.number(),
      least_pool: z.number(),
      /** Whether the operator has lent it a market. */
      is_lent: z.boolean(),
      /** The day of the last fit; null before the first. */
      fitted_on: z.nullable(z.string()),
      all: z.nullable(figure),
      /** The median number of days until a model's cars are gone, if enough were observed. */
      model_days: z.array(
        z.object({ make: z.string(), model: z.string(), days: z.number(), cars: z.number() }),
      ),
      /** How often ads came down in price, and how often they ended: see `core/cars/price-cuts.ts`. Groups that were watched too little are left out. */
      price_cuts: z.array(
        z.object({
          age: z.number(),
          share: z.number(),
          seller: z.nullable(z.enum(sellerTypes)),
          cuts: z.number(),
          ends: z.number(),
          lost: z.number(),
          ads: z.number(),
          days: z.number(),
          endDays: z.number(),
        }),
      ),
      rows: z.array(z.extend(figure, { group: z.enum(['make', 'age', 'price']), name: z.string() })),
    }),
    anonymousCacheSeconds: 300,
  },
  'GET /api/openapi.json': {
    name: 'get-openapi',
    auth: 'public',
    needs: [],
    summary: 'This contract as an OpenAPI 3.1 document.',
    response: z.record(z.string(), z.unknown()),
    anonymousCacheSeconds: 60,
  },
});

export const liveRoutes = rows('live', {
  'POST /api/live/ticket': {
    name: 'create-live-ticket',
    auth: 'user',
    needs: ['table:write'],
    summary: 'A one-time ticket that opens the live feed at /live?ticket=….',
    response: z.object({ ticket: z.string(), url: z.string() }),
  },
});

export const mcpRoutes = rows('mcp', {
  'POST /mcp': {
    name: 'mcp',
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
