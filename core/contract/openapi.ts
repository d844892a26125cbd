import * as z from 'zod/mini';
import { sentTextPattern } from './messages.ts';
import { documentationOf, type JsonSchema, type RouteAuth, type RouteRow } from './route.ts';
import { errorBody } from './routes/imports.ts';
import { contract } from './table.ts';

/** Rewrites a pattern so that it means the same in every engine: in some, `\d` and `\w` match more than ASCII. */
function portablePattern(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\.|\[|\]/gs, (part) => {
    if (part === '[') inClass = true;
    else if (part === ']') inClass = false;
    else if (part === '\\d') return inClass ? '0-9' : '[0-9]';
    else if (part === '\\w') return inClass ? 'A-Za-z0-9_' : '[A-Za-z0-9_]';
    return part;
  });
}

/** The pattern of texts without a format of their own: anything that `sentTextPattern` allows. */
function describeText(words: JsonSchema): void {
  // Our instants end in Z. zod's own pattern checks the days of each month, which no generator can follow.
  if (words.format === 'date-time') words.pattern = 'Z$';
  else if (words.enum === undefined && words.const === undefined) words.pattern ??= sentTextPattern;
}

/** A whole number as text: a pattern of its number of digits, or of its hundreds. */
function textOfInteger({ minimum, maximum }: { minimum: number; maximum: number }): JsonSchema {
  const [least, most] = [String(minimum), String(maximum)];
  if (least.length < most.length) {
    const more = `[0-9]{0,${most.length - 2}}`;
    return { type: 'string', pattern: minimum === 0 ? `^(?:0|[1-9]${more})$` : `^[1-9]${more}$` };
  }
  const [from, to] = [Math.ceil(minimum / 100), Math.floor(maximum / 100)];
  const hundreds = Array.from({ length: to - from }, (_, i) => from + i);
  return { type: 'string', pattern: `^(?:${hundreds.join('|')})[0-9]{2}$` };
}

function describeTexts(words: JsonSchema, of: z.ZodMiniType): void {
  const { properties = {} } = jsonSchema(of, 'input') as { properties?: Record<string, JsonSchema> };
  const texts = Object.entries(properties).map(([name, field]) => [
    name,
    field.type === 'integer' ? textOfInteger(field as { minimum: number; maximum: number }) : field,
  ]);
  delete words.propertyNames;
  Object.assign(words, { properties: Object.fromEntries(texts), additionalProperties: false });
}

/** Writes records with known keys as properties: client generators make fields of properties only. */
function describeNamed(words: JsonSchema): void {
  const { enum: names } = words.propertyNames as { enum: string[] };
  const value = words.additionalProperties as JsonSchema;
  delete words.propertyNames;
  const properties = Object.fromEntries(names.map((name) => [name, structuredClone(value)]));
  Object.assign(words, { properties, additionalProperties: false });
}

function describe(words: JsonSchema, io: 'input' | 'output', schema: object): void {
  const own = documentationOf(schema);
  for (const [word, value] of Object.entries(own?.words ?? {}))
    if (value === undefined) delete words[word];
    else words[word] = value;
  if (own?.textsOf && io === 'input') describeTexts(words, own.textsOf);
  if (words.required && (words.propertyNames as JsonSchema | undefined)?.enum) describeNamed(words);
  if (words.type === 'string' && io === 'input') describeText(words);
  if (typeof words.pattern === 'string') words.pattern = portablePattern(words.pattern);
}

/** A schema of the contract as JSON Schema: `input` before its conversions, `output` after them. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: words }) => describe(words as JsonSchema, io, zodSchema),
  });
  return rest as JsonSchema;
}

type Json = Record<string, unknown>;

const json = (schema: Json) => ({ 'application/json': { schema } });

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
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

function requestBody({ body, bodyIsOptional }: RouteRow): Json {
  if (!body) return {};
  if (body === 'raw')
    return { requestBody: { required: !bodyIsOptional, content: { 'application/octet-stream': {} } } };
  const schema = jsonSchema(body, 'input');
  // A missing body is read as an empty object.
  const required = !body.safeParse({}).success || 'oneOf' in schema;
  return { requestBody: { required, content: json(schema) } };
}

const security: Record<RouteAuth, Json[]> = {
  public: [],
  optional: [{}, { accessToken: [] }],
  user: [{ accessToken: [] }],
  stripe: [{ stripeSignature: [] }],
};

/** Every refusal status of a row, including API Gateway's, with the name of its response in `components.responses`. */
function failures(row: RouteRow, path: string): Record<string, FailureName> {
  const statuses = [
    ...(row.query || row.body ? [400] : []),
    ...(['user', 'optional'].includes(row.auth) ? [401] : []),
    403,
    ...(path.includes('{') ? [404] : []),
    ...(row.body ? [413] : []),
    ...(row.body && row.body !== 'raw' ? [415] : []),
    ...(row.refuses ?? []),
    ...[429, 500, 503],
  ];
  return Object.fromEntries(statuses.map((status) => [status, failureNames[status]!]));
}

function responses(row: RouteRow, path: string): Json {
  const schema = jsonSchema(row.response, 'output');
  const content = { [row.content ?? 'application/json']: { schema } };
  const failed = Object.entries(failures(row, path)).map(([status, name]) => [
    status,
    // Pages answer refusals as HTML.
    row.content === 'text/html'
      ? { description: failureDescriptions[name], content: { ...content, ...anyError } }
      : { $ref: `#/components/responses/${name}` },
  ]);
  const success = {
    description: 'Success',
    ...(isCounted(row) && { headers: rateHeaderReferences }),
    content,
  };
  const unchanged = row.tagged && { 304: { description: 'Unchanged' } };
  const statuses = [row.status ?? 200, ...(row.orStatus ? [row.orStatus] : [])];
  return {
    ...Object.fromEntries(statuses.map((status) => [status, success])),
    ...unchanged,
    ...Object.fromEntries(failed),
  };
}

/** Whether answers to signed-in callers and tokens say what is left of a limit. */
const isCounted = ({ auth, rate }: RouteRow): boolean =>
  (auth === 'user' || auth === 'optional') && rate !== 'own';

const rateHeaderReferences = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const headers = {
  'RateLimit-Policy': {
    description:
      'The limit of the caller’s requests of this kind: how many (q) in how many seconds (w). It refills steadily.',
    schema: { type: 'string' },
    example: '"reading-person";q=300;w=60',
  },
  RateLimit: {
    description: 'How many requests are left now (r), and in how many seconds all are (t).',
    schema: { type: 'string' },
    example: '"reading-person";r=299;t=1',
  },
  'Retry-After': { description: 'Seconds to wait, where they are known.', schema: { type: 'integer' } },
};

/** Who may call a row: with a session, and where it has scopes also with a personal access token. */
const securityOf = ({ auth, scopes }: RouteRow): Json[] => [
  ...security[auth],
  ...(scopes ? [{ personalToken: [...scopes] }] : []),
];

function operation(row: RouteRow, path: string): Json {
  const parameters = [...pathParameters(path), ...queryParameters(row.query)];
  return {
    operationId: row.name,
    summary: row.summary,
    tags: [row.subject],
    security: securityOf(row),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(row),
    responses: responses(row, path),
  };
}

type FailureName = keyof typeof failureDescriptions;
const failureNames: Readonly<Record<number, FailureName>> = {
  400: 'InvalidInput',
  401: 'NotAuthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'NotRecognised',
  429: 'TooManyRequests',
  500: 'Internal',
  503: 'Unavailable',
};

const failureDescriptions = {
  InvalidInput: 'The input is not what this route takes.',
  NotAuthenticated: 'No valid access token, or no valid credentials.',
  Forbidden: 'The caller may not do this.',
  NotFound: 'There is no such thing, or not for this caller.',
  Conflict: 'It does not fit what there is now.',
  PayloadTooLarge:
    'The body is too large: more than 64 KB of JSON, or more than 6 MB as API Gateway hands it on.',
  UnsupportedMediaType: 'The body is of another kind.',
  NotRecognised: 'The page holds nothing that could be imported.',
  TooManyRequests: 'Too many requests; `details.retryAfterSeconds` says how long to wait where it is known.',
  Internal: 'Something went wrong on our side.',
  Unavailable: 'Something that this needs does not answer, or is switched off.',
};

/** Statuses that API Gateway answers by itself, before our code runs. */
const gatewayFailures: readonly string[] = [
  'NotAuthenticated',
  'Forbidden',
  'PayloadTooLarge',
  'TooManyRequests',
  'Internal',
  'Unavailable',
];
const errorReference = { $ref: '#/components/schemas/Error' };
const ownError = json(errorReference);
const anyError = json({ anyOf: [errorReference, { $ref: '#/components/schemas/GatewayMessage' }] });
const gatewayMessage = {
  type: 'object',
  description: 'What API Gateway says by itself.',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

function components(): Json {
  return {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token that POST /api/auth/sign-in and POST /api/auth/refresh answer.',
      },
      personalToken: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A personal access token of the profile page ("bf_…") that has one of the scopes named with the route.',
      },
      stripeSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'Stripe-Signature',
        description: 'Stripe’s signature over the raw body; no other caller has one.',
      },
    },
    schemas: { Error: jsonSchema(errorBody, 'output'), GatewayMessage: gatewayMessage },
    responses: Object.fromEntries(
      Object.entries(failureDescriptions).map(([name, description]) => [
        name,
        {
          description,
          ...(name === 'TooManyRequests' && {
            headers: { ...rateHeaderReferences, 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
          }),
          content: gatewayFailures.includes(name) ? anyError : ownError,
        },
      ]),
    ),
    headers,
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
    tags: [...new Set(Object.values<RouteRow>(contract).map((row) => row.subject))].map((name) => ({
      name,
    })),
    paths,
    components: components(),
  };
}
