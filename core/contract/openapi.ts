import * as z from 'zod/mini';
import type { RouteAuth, RouteRow } from './route.ts';
import { errorBody } from './routes/imports.ts';
import { contract } from './table.ts';

type Json = Record<string, unknown>;

// What comes in is described before, what goes out after the schemas' own conversions.
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest as Json;
}

const json = (schema: Json) => ({ 'application/json': { schema } });

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]{1,128}$' },
  }));
}

function queryParameters(query: z.ZodMiniType | undefined): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function requestBody(body: RouteRow['body']): Json {
  if (!body) return {};
  const content = body === 'raw' ? { 'application/octet-stream': {} } : json(jsonSchema(body, 'input'));
  return { requestBody: { required: true, content } };
}

const security: Record<RouteAuth, Json[]> = {
  public: [],
  optional: [{}, { accessToken: [] }],
  user: [{ accessToken: [] }],
  stripe: [{ stripeSignature: [] }],
};

/** The failures that a row can answer, by status: the names of `components.responses`. */
function failures(row: RouteRow, path: string): Record<string, string> {
  return {
    ...((row.query || row.body) && { 400: 'InvalidInput' }),
    ...(['user', 'optional'].includes(row.auth) && { 401: 'NotAuthenticated' }),
    403: 'Forbidden',
    ...(path.includes('{') && { 404: 'NotFound' }),
    ...(row.body && { 413: 'PayloadTooLarge', 415: 'UnsupportedMediaType' }),
    429: 'TooManyRequests',
    500: 'Internal',
    default: 'Failure',
  };
}

function responses(row: RouteRow, path: string): Json {
  const refs = Object.entries(failures(row, path)).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  const schema = jsonSchema(row.response, 'output');
  const success = { description: 'Success', content: { [row.content ?? 'application/json']: { schema } } };
  return { [row.status ?? 200]: success, ...Object.fromEntries(refs) };
}

function operation(row: RouteRow, path: string): Json {
  const parameters = [...pathParameters(path), ...queryParameters(row.query)];
  return {
    operationId: row.name,
    summary: row.summary,
    tags: [row.capability],
    security: security[row.auth],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(row.body),
    responses: responses(row, path),
  };
}

const failureDescriptions = {
  InvalidInput: 'The input is not what this route takes.',
  NotAuthenticated: 'No valid access token, or no valid credentials.',
  Forbidden: 'The caller may not do this.',
  NotFound: 'There is no such thing, or not for this caller.',
  PayloadTooLarge: 'The body is too large.',
  UnsupportedMediaType: 'The body is of another kind.',
  TooManyRequests: 'Too many requests; `details.retryAfterSeconds` says how long to wait where it is known.',
  Internal: 'Something went wrong on our side.',
  Failure: 'Any other failure: `code` says which, `error` in English.',
};

function components(): Json {
  const content = json({ $ref: '#/components/schemas/Error' });
  return {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token that POST /api/auth/sign-in and POST /api/auth/refresh answer.',
      },
      stripeSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'Stripe-Signature',
        description: 'Stripe’s signature over the raw body; no other caller has one.',
      },
    },
    schemas: { Error: jsonSchema(errorBody, 'output') },
    responses: Object.fromEntries(
      Object.entries(failureDescriptions).map(([name, description]) => [name, { description, content }]),
    ),
  };
}

/** The contract as an OpenAPI 3.1 document: every route with its input, answers and who may call it. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [key, row] of Object.entries<RouteRow>(contract)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(row, path) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Bilfund', version: '1.0', description: 'Find used-car deals in Denmark.' },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values<RouteRow>(contract).map((row) => row.capability))].map((name) => ({
      name,
    })),
    paths,
    components: components(),
  };
}
