import middy from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  Context,
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda';
import type * as z from 'zod/mini';
import { isTokenHeader, type TokenScope } from '#core/accounts/access-token.ts';
import {
  addressBlock,
  classLimits,
  type RateLimit,
  rateHeaders,
  takePermit,
} from '#core/accounts/rate-limits.ts';
import { pathOfIllFormedText } from '#core/contract/messages.ts';
import { type RateClass, type RouteRow, rateOf, tableUse } from '#core/contract/route.ts';
import type { Contract, ContractKey, Input, Output } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import {
  contentResult,
  failureResult,
  faultOfJson,
  jsonResult,
  packAnswer,
  Reply,
  Unchanged,
  unchangedResult,
  withCookies,
} from './answers.ts';
import {
  authorizedCaller,
  type Caller,
  cameThroughFront,
  clientAddressOf,
  optionalCaller,
  requireSelf,
  unauthenticated,
} from './caller.ts';
import { countMetric, log, setLogContext } from './log.ts';
import { setting } from './settings.ts';

const maxJsonBytes = 64 * 1024;
/** Base64 takes four characters for three bytes. A longer text is refused before it is decoded. */
const maxJsonSigns = { base64: Math.ceil(maxJsonBytes / 3) * 4, utf8: maxJsonBytes };

/** The bytes of a request, however API Gateway encoded them. */
export function rawBody(event: APIGatewayProxyEventV2): Uint8Array {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/** The failure for invalid input: of the field at `path`, or of the whole, named by `where`. */
function invalidInput(path: readonly PropertyKey[], where: string): Failure {
  const field = path.map(String).join('.') || where;
  const text = `Missing required parameters or invalid value: ${field}`;
  return new Failure(400, 'invalid_input', text, { field });
}

/**
 * Refuses texts with control characters in any field that a row takes from a body or query.
 * @throws Failure 400 with the field
 */
function requirePlainTexts(value: unknown, where: 'query' | 'body'): void {
  const path = pathOfIllFormedText(value);
  if (path) throw invalidInput(path, where);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(400, 'invalid_input', 'The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  const fault = faultOfJson(text);
  if (fault === 'too deep') throw new Failure(400, 'invalid_input', 'The body is nested too deeply.');
  if (fault) throw new Failure(400, 'invalid_input', 'The body names a field twice.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(400, 'invalid_input', 'The body is not valid JSON.');
  }
}

/**
 * A JSON body. An absent body reads as `{}` so that bodyless PUT and DELETE work.
 * @throws Failure 413, 415, 400
 */
export function jsonBody(event: APIGatewayProxyEventV2): unknown {
  const tooLarge = () => new Failure(413, 'payload_too_large', 'The request is too large.');
  const signs = event.body?.length ?? 0;
  if (signs > maxJsonSigns[event.isBase64Encoded ? 'base64' : 'utf8']) throw tooLarge();
  const bytes = rawBody(event);
  if (bytes.length === 0) return {};
  if (bytes.length > maxJsonBytes) throw tooLarge();
  if (event.headers['content-encoding'])
    throw new Failure(415, 'unsupported_media_type', 'Compressed bodies are not accepted here.');
  const type = (event.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== '' && type !== 'application/json')
    throw new Failure(415, 'unsupported_media_type', 'The body must be JSON.');
  return parseJson(decodeText(bytes));
}

/** Multiplies this installation's rate limits: in measurements and simulations one person does the work of many. */
export const rateFactor = (): number => Number(setting('RATE_FACTOR')) || 1;

export function ofThisInstallation<T extends RateLimit>(limit: T): T {
  return { ...limit, capacity: limit.capacity * rateFactor() };
}

/** Rate limit buckets kept per function; the least recently used one is evicted. */
const mostBuckets = 5_000;
const buckets = new Map<string, number>();

/**
 * Takes a permit from this process's own memory, and tells when the bucket is full again.
 * @throws Failure 429 with details.retryAfterSeconds
 */
function take(limit: RateLimit, subject: string, nowMs: number, tell?: TellRate): void {
  const key = `${limit.kind} ${subject}`;
  const known = buckets.get(key) ?? null;
  const taken = takePermit(ofThisInstallation(limit), known, nowMs);
  tell?.(limit, taken.taken ? taken.fullAtMs : known!, nowMs);
  if (!taken.taken)
    throw new Failure(429, 'too_many_requests', 'Too many attempts. Please try again later.', {
      retryAfterSeconds: taken.retryAfterSeconds,
    });
  buckets.delete(key);
  buckets.set(key, taken.fullAtMs);
  if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value!);
}

/** Counts a read-only request, by person if signed in, else by address. In memory, without a call. @throws Failure 429 */
export function countReading({ caller, address, rate, tell }: Arrival): void {
  if (rate !== 'reading') return;
  const { perPerson, perAddress } = classLimits.reading;
  if (caller) take(perPerson, caller.id, Date.now(), tell);
  // On one machine all visitors share this address.
  else if (!address.startsWith('127.')) take(perAddress, address, Date.now());
}

type CallerOf<K extends ContractKey> = Contract[K]['auth'] extends 'user'
  ? Caller
  : Contract[K]['auth'] extends 'optional'
    ? Caller | null
    : null;

/** What a handler may need of the request besides its validated input. */
export type RequestInfo = {
  requestId: string;
  headers: Record<string, string | undefined>;
  cookies: string[];
  clientAddress: string;
};

export type Handle<K extends ContractKey> = (
  input: Input<K>,
  caller: CallerOf<K>,
  request: RequestInfo,
) => Promise<Output<K> | Reply<Output<K>> | Unchanged>;

/** The fields that a row's schema names; all others are dropped. */
function namedFields(schema: z.ZodMiniType, value: unknown): unknown {
  const { shape } = schema as { shape?: object };
  if (!shape || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(shape, name)));
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, where: 'query' | 'body'): unknown {
  if (!schema) return value;
  requirePlainTexts(namedFields(schema, value), where);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues[0]?.path ?? [], where);
}

function readParams(row: RouteRow, event: Event): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, given] of Object.entries(event.pathParameters ?? {})) {
    // The address of a picture ends in .jpg.
    const value = row.content === 'image/jpeg' ? given?.replace(/\.jpg$/, '') : given;
    // Ids are short and printable; anything else is no id of ours.
    if (!value || !/^[\w-]{1,128}$/.test(value)) throw new Failure(404, 'not_found', 'Not found');
    params[name] = value;
  }
  return params;
}

type RequestInput = { params: Record<string, string>; query: unknown; body: unknown };

function readInput(row: RouteRow, event: Event, caller: Caller | null): RequestInput {
  const params = readParams(row, event);
  const asked = event.queryStringParameters ?? {};
  const query = parse(row.query, asked, 'query');
  const sent = row.body === undefined ? undefined : row.body === 'raw' ? rawBody(event) : jsonBody(event);
  const body = row.body === 'raw' ? sent : row.body && parse(row.body, sent, 'body');
  if (caller) compareClaimedIds(caller, event, row.body === undefined ? claimIn(event) : sent);
  return { params, query, body };
}

/** The ids claimed in a body of a route that takes none; a body that is no JSON claims none. */
function claimIn(event: Event): unknown {
  try {
    return event.body ? jsonBody(event) : undefined;
  } catch {
    return undefined;
  }
}

// Checks the body as sent: the schema drops unknown fields, but another person's id must be refused in any of them.
function compareClaimedIds(caller: Caller, event: Event, body: unknown): void {
  requireSelf(caller, event.headers['x-user-id']);
  requireSelf(caller, event.queryStringParameters?.userId);
  if (body && typeof body === 'object' && !(body instanceof Uint8Array))
    requireSelf(caller, (body as { userId?: unknown }).userId);
}

/** The caller of a route with scopes, which the gateway lets everybody call. @throws Failure 401, 403, 429 */
async function scopedCaller(
  { row, readTokenCaller }: Route,
  event: Event,
  address: string,
): Promise<Caller | null> {
  const { authorization } = event.headers;
  if (!authorization || !readTokenCaller || !isTokenHeader(authorization))
    return optionalCaller(authorization);
  // Whose token it is costs a read, so guesses are counted before.
  countReading({ caller: null, address, rate: 'reading' });
  return readTokenCaller(authorization, row.scopes ?? []);
}

async function readCaller(route: Route, event: Event, address: string): Promise<Caller | null> {
  const { auth, scopes } = route.row;
  if (auth !== 'user' && auth !== 'optional') return null;
  if (auth === 'user' && !scopes) return authorizedCaller(event);
  const caller = await scopedCaller(route, event, address);
  if (auth === 'user' && caller === null) throw unauthenticated();
  return caller;
}

function cacheHeaders(row: RouteRow, caller: Caller | null, isForOneReader = false): Record<string, string> {
  if (caller !== null || !row.anonymousCacheSeconds) return { 'cache-control': 'no-store' };
  const keeper = row.isForOneReader || isForOneReader ? 'private' : 'public';
  const kept = { 'cache-control': `${keeper}, max-age=${row.anonymousCacheSeconds}` };
  // Otherwise a browser would show the cached anonymous answer to a reader who has just signed in.
  return row.auth === 'optional' ? { ...kept, vary: 'authorization' } : kept;
}

const methodOf = (event: Event): string | undefined => event.requestContext?.http?.method;

/** A GET route also takes HEAD; the gateway sends it any method. @throws Failure 404, 405 */
function requireMethod(key: string, { onlyMethod }: RouteRow, event: Event): void {
  const method = methodOf(event);
  if (onlyMethod && method !== undefined && !key.startsWith(`${method} `))
    throw new Failure(405, 'invalid_input', 'This method is not allowed here.', { allow: key.split(' ')[0] });
  if (!key.startsWith('GET ') || method === undefined || method === 'GET' || method === 'HEAD') return;
  throw new Failure(404, 'not_found', 'Not found');
}

/** HEAD gets the answer to GET without the body. */
const answerTo = (event: Event, result: Result): Result =>
  methodOf(event) === 'HEAD' ? { ...result, body: '', isBase64Encoded: false } : result;

/** Turns failures into their answer; anything else is logged and answered with a 500 without details. */
const failures = (): middy.MiddlewareObj<Event, Result> => ({
  onError(request) {
    if (!(request.error instanceof Failure)) log.failure('request failed', request.error);
    request.response = answerTo(request.event, failureResult(request.error));
  },
});

// The browser may send the request's id, so that one id appears from the click to the last worker's log line.
function requestIdOf(event: Event): string {
  const given = event.headers['x-request-id'];
  return given && /^[\w-]{8,64}$/.test(given) ? given : event.requestContext.requestId;
}

/** What each request's answer says of its caller's limit. */
const rates = new WeakMap<Event, Record<string, string>>();

/** Says on every answer, also a refusal, the request's id and how much is left of the limit that was counted for its caller. */
const everyAnswer = (): middy.MiddlewareObj<Event, Result> => {
  const add = ({ event, response }: { event: Event; response: Result | null | undefined }) => {
    if (response)
      response.headers = { ...response.headers, 'x-request-id': requestIdOf(event), ...rates.get(event) };
  };
  return { after: add, onError: add };
};

/** Adds the request's id to every log line; jobs started by the request carry it too. */
const requestLog = (routeKey: string): middy.MiddlewareObj<Event, Result> => ({
  before(request) {
    setLogContext({ requestId: requestIdOf(request.event), route: routeKey });
  },
});

const front = (): middy.MiddlewareObj<Event, Result> => ({
  async before(request) {
    if (await cameThroughFront(request.event.headers)) return;
    countMetric('OriginRefused', 1);
    throw new Failure(403, 'forbidden', 'Forbidden');
  },
});

/**
 * Runs the handler for a caller whom the row admits. For read-only routes the session check runs in parallel with the
 * handler, and the answer is discarded if it fails. Routes that write check first.
 */
async function admitted<T>({ row, admit }: Route, arrival: Arrival, handle: () => Promise<T>): Promise<T> {
  const admission = admit?.(arrival);
  if (tableUse(row) === 'write') await admission;
  const answer = handle();
  answer.catch(() => {});
  await admission;
  return answer;
}

/**
 * A row of the contract with its admission, null for a route without a session check, and what reads personal access tokens
 * where the row takes some.
 */
export type Route = { row: RouteRow; admit: Admission | null; readTokenCaller?: ReadTokenCaller | null };

/** Not middy's own type: an answer that a handler's own middleware gave would lack what `everyAnswer` adds. */
type RouteFunction = (event: Event, context: Context) => Promise<Result>;

/**
 * Makes the Lambda handler for a row of the contract: checks the caller, the input and the answer against the row. `handle`
 * returns the body, a `Reply` for another status, cookies or an ETag, or `Unchanged`.
 */
export function routeHandler<K extends ContractKey>(key: K, route: Route, handle: Handle<K>): RouteFunction {
  const { row } = route;
  return middy<Event, Result>()
    .use(requestLog(key))
    .use(everyAnswer())
    .use(failures())
    .use(front())
    .handler(async (event: Event): Promise<Result> => {
      requireMethod(key, row, event);
      const clientAddress = await clientAddressOf(event);
      const address = addressBlock(clientAddress ?? '');
      const caller = await readCaller(route, event, address);
      const tell: TellRate = (limit, fullAtMs, nowMs) =>
        rates.set(event, rateHeaders(ofThisInstallation(limit), fullAtMs, nowMs));
      const arrival = { caller, address, rate: rateOf(key, row), tell };
      countReading(arrival);
      const input = readInput(row, event, caller);
      const request: RequestInfo = {
        requestId: requestIdOf(event),
        headers: event.headers,
        cookies: event.cookies ?? [],
        clientAddress,
      };
      const answer = await admitted(route, arrival, () =>
        handle(input as Input<K>, caller as CallerOf<K>, request),
      );
      if (answer instanceof Unchanged)
        return answerTo(event, unchangedResult(answer, cacheHeaders(row, caller)));
      const reply = answer instanceof Reply ? answer : new Reply(answer);
      // The answer is parsed like the input, so that a field missing from the contract cannot leave by accident.
      const body = row.response.parse(reply.body);
      const { status = row.status ?? 200, tag, content = row.content, cookies } = reply.options;
      const cache = cacheHeaders(row, caller, reply.options.isForOneReader);
      const headers = { ...cache, ...reply.options.headers, ...(tag && { etag: `"${tag}"` }) };
      const result = content
        ? contentResult(status, content, body as string | Uint8Array, headers)
        : jsonResult(status, body, headers);
      const whole = cookies ? withCookies(result, cookies) : result;
      return answerTo(event, await packAnswer(whole, event.headers['accept-encoding']));
    });
}

/** Hears of the caller's own limit, and when its bucket is full again. */
export type TellRate = (limit: RateLimit, fullAtMs: number, nowMs: number) => void;

export type Arrival = {
  caller: Caller | null;
  /** As counted by `core/accounts/rate-limits.ts`. */
  address: string;
  rate: RateClass;
  tell?: TellRate;
};

/**
 * The owner of the personal access token in an Authorization header.
 * @throws Failure 401 for a token that is unknown, revoked or has ended, 403 for one without any of the scopes
 */
export type ReadTokenCaller = (authorization: string, scopes: readonly TokenScope[]) => Promise<Caller>;

/** Whether this caller may continue. @throws Failure 401, 429 */
export type Admission = (arrival: Arrival) => Promise<void>;
