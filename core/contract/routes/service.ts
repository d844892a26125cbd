import * as z from 'zod/mini';
import { rows } from '../route.ts';

const capability = 'service';

export const serviceRoutes = rows({
  'GET /api/health': {
    name: 'get-health',
    capability,
    auth: 'public',
    needs: ['table:read'],
    summary: 'Whether the service answers and reaches its table.',
    response: z.object({ status: z.literal('ok'), stage: z.string(), time: z.string() }),
  },
  'GET /api/about': {
    name: 'get-about',
    capability,
    auth: 'public',
    needs: [],
    summary: 'What a client should know of this installation: demo links, whether imports are switched on.',
    response: z.object({
      importsEnabled: z.boolean(),
      /** Whether a car can be valued by its number plate: a register answers here. */
      platesEnabled: z.boolean(),
      demo: z.nullable(
        z.object({
          origin: z.string(),
          links: z.array(
            z.object({
              url: z.string(),
              title: z.string(),
              danishTitle: z.optional(z.string()),
              kind: z.enum(['search', 'unkind', 'failure']),
              failureClass: z.optional(z.string()),
              expectedCars: z.optional(z.number()),
            }),
          ),
        }),
      ),
    }),
    anonymousCacheSeconds: 60,
  },
  'GET /api/openapi.json': {
    name: 'get-openapi',
    capability,
    auth: 'public',
    needs: [],
    summary: 'This contract as an OpenAPI 3.1 document.',
    response: z.record(z.string(), z.unknown()),
    anonymousCacheSeconds: 60,
  },
  'POST /api/live/ticket': {
    name: 'create-live-ticket',
    capability: 'live',
    auth: 'user',
    needs: ['table:write'],
    summary: 'A one-time ticket that opens the live feed at /live?ticket=….',
    response: z.object({ ticket: z.string(), url: z.string() }),
  },
});
