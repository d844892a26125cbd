import { promisify } from 'node:util';
import type {
  APIGatewayProxyStructuredResultV2,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda';
import { endsSession } from '#core/accounts/cookies.ts';
import type { PageContent } from '#core/contract/route.ts';
import { Failure } from '#core/failure.ts';

type ReplyOptions = {
  status?: number;
  cookies?: string[];
  /** The ETag: a client that has the content under this tag is not sent it again. */
  tag?: string;
  /** Only the reader's own browser may cache it, even if the row allows everybody to. */
  isForOneReader?: boolean;
  /** Another content type than the row's. */
  content?: PageContent;
  headers?: Readonly<Record<string, string>>;
};

/** A handler's answer when the body alone is not enough: another status, cookies, an ETag, caching. */
export class Reply<T> {
  readonly body: T;
  readonly options: ReplyOptions;

  constructor(body: T, options: ReplyOptions = {}) {
    this.body = body;
    this.options = options;
  }
}

/** A handler's answer when the client already has the content under this ETag; the content is not made. */
export class Unchanged {
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(tag: string, headers: Readonly<Record<string, string>> = {}) {
    this.tag = tag;
    this.headers = headers;
  }
}

/** Whether an If-None-Match header names a tag; a proxy may have made it a weak one. */
export const hasTag = (condition: string | undefined, tag: string): boolean =>
  (condition ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === `"${tag}"`);

export const unchangedResult = (
  { tag, headers: own }: Unchanged,
  headers: Record<string, string>,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 304,
  headers: { ...headers, ...own, etag: `"${tag}"` },
});

export function jsonResult(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** An answer that is not JSON: text as it is, bytes as base64 for API Gateway. */
export function contentResult(
  status: number,
  content: PageContent,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  const isText = typeof body === 'string';
  return {
    statusCode: status,
    headers: {
      'content-type': isText ? `${content}; charset=utf-8` : content,
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: isText ? body : Buffer.from(body).toString('base64'),
    isBase64Encoded: !isText,
  };
}

/**
 * The answer with its cookies. When it ends the session it also clears the browser's cache of this site, which holds photos
 * with plates and photos of private cars for days.
 */
export function withCookies(
  result: APIGatewayProxyStructuredResultV2,
  cookies: string[],
): APIGatewayProxyStructuredResultV2 {
  if (!cookies.some(endsSession)) return { ...result, cookies };
  return { ...result, cookies, headers: { ...result.headers, 'clear-site-data': '"cache"' } };
}

/** A failure whose answer sets cookies. */
export class FailureWithCookies extends Failure {
  readonly cookies: string[];

  constructor({ status, code, message, details }: Failure, cookies: string[]) {
    super(status, code, message, details);
    this.cookies = cookies;
  }
}

/** The body of a failure (`errorBody` of the contract). An unknown error gives no details. */
export function failureResult(error: unknown): APIGatewayProxyStructuredResultV2 {
  const noStore = { 'cache-control': 'no-store' };
  if (error instanceof Failure) {
    const { code, details } = error;
    const wait = details?.retryAfterSeconds;
    const headers = {
      ...noStore,
      ...(wait !== undefined && { 'retry-after': String(wait) }),
      ...(error.status === 405 && { allow: String(details?.allow) }),
    };
    const body = { error: error.message, code, ...(details && { details }) };
    const result = jsonResult(error.status, body, headers);
    return error instanceof FailureWithCookies ? withCookies(result, error.cookies) : result;
  }
  return jsonResult(500, { error: 'Something went wrong. Please try again.', code: 'internal' }, noStore);
}

const maxDepth = 32;

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

function nameOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    // Not JSON; JSON.parse will report that.
    return literal;
  }
}

/**
 * Two faults that JSON.parse lets pass: nesting so deep that it recurses too far, and a repeated name in one object, of
 * which it takes the last while another parser may take the first. Does not check that the text is JSON.
 */
export function faultOfJson(text: string): 'too deep' | 'name repeated' | null {
  // The names of each open object; null for an open array.
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') {
      if (open.push(part === '{' ? new Set() : null) > maxDepth) return 'too deep';
      isName = part === '{';
    } else if (part === '}' || part === ']') {
      open.pop();
      isName = false;
    } else if (part === ',') isName = Boolean(open.at(-1));
    else if (part === ':') isName = false;
    else if (isName) {
      const names = open.at(-1);
      const name = nameOf(part);
      if (names?.has(name)) return 'name repeated';
      names?.add(name);
    }
  }
  return null;
}

/** Compressing less saves less than a packet. */
const leastBytes = 1024;

/** Whether a client accepts an encoding: "gzip, br;q=0.8", but not "br;q=0". */
const accepts = (accepted: string, encoding: string) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(
    accepted,
  );

/**
 * Compresses a text as `accepted` (the header Accept-Encoding) allows: CloudFront compresses only what it may cache, and API
 * Gateway nothing. An answer with cookies is not compressed, because its length would reveal something about the secrets in
 * it (BREACH).
 */
export async function packAnswer(result: Result, accepted: string | undefined): Promise<Result> {
  const { body, headers, cookies, isBase64Encoded } = result;
  if (!accepted || !body || isBase64Encoded || cookies || body.length < leastBytes) return result;
  const encoding = ['br', 'gzip'].find((known) => accepts(accepted, known));
  if (!encoding) return result;
  const { brotliCompress, constants, gzip } = await import('node:zlib');
  // Quality 3 of 11: as small as gzip usually is, in two thirds of the time.
  const quality = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window of 64 KiB; the default takes four megabytes for each answer.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  };
  // Asynchronous, so that other requests of this process continue.
  const packed = await (encoding === 'br' ? promisify(brotliCompress)(body, quality) : promisify(gzip)(body));
  const vary = headers?.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding';
  return {
    ...result,
    headers: { ...headers, 'content-encoding': encoding, vary },
    body: packed.toString('base64'),
    isBase64Encoded: true,
  };
}

/**
 * Longer than any user pool call made this way takes: a mail takes some hundred milliseconds, and as many more on a cold
 * start of the function that writes it.
 */
export const steadyAnswer = { ms: 1000 };

/** Makes work take at least `ms`, whether it succeeds or fails, so that its duration reveals nothing. */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, steadyAnswer.ms)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Longer than the few table reads that look for a car, even on a cold start. */
export const steadyMiss = { ms: 250 };

/**
 * Returns a result at once, but null after at least `ms`: a read that finds a car which may not be revealed takes some
 * milliseconds longer than one that finds none.
 */
export async function findSteadily<T>(find: () => Promise<T | null>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, steadyMiss.ms);
  });
  try {
    const found = await find();
    if (found === null) await waited;
    return found;
  } finally {
    clearTimeout(timer);
  }
}
