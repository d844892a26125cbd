import type {
  APIGatewayProxyStructuredResultV2,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda';
import { endsSession } from '#core/accounts/cookies.ts';
import type { PageContent } from '#core/contract/route.ts';
import { Failure } from '#core/failure.ts';

/** What a handler returns when the body alone does not say it all: another status, cookies, a tag, who keeps it. */
export class Reply<T> {
  readonly body: T;
  readonly status: number | undefined;
  readonly cookies: string[] | undefined;
  /** Names the content: whoever has it under this name need not be sent it again. */
  readonly tag: string | undefined;
  /** Kept by the reader's own program at most, where the row lets everybody keep it. */
  readonly isForOneReader: boolean;

  constructor(
    body: T,
    options: { status?: number; cookies?: string[]; tag?: string; isForOneReader?: boolean } = {},
  ) {
    this.body = body;
    this.status = options.status;
    this.cookies = options.cookies;
    this.tag = options.tag;
    this.isForOneReader = options.isForOneReader ?? false;
  }
}

/** What a handler returns in place of a content that its client has under this tag: nothing of it is made. */
export class Unchanged {
  readonly tag: string;

  constructor(tag: string) {
    this.tag = tag;
  }
}

/** Whether a request's condition ("only if it has none of these") names a tag; a cache on the way may have marked it as weak. */
export const hasTag = (condition: string | undefined, tag: string): boolean =>
  (condition ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === `"${tag}"`);

export const unchangedResult = (
  { tag }: Unchanged,
  headers: Record<string, string>,
): APIGatewayProxyStructuredResultV2 => ({ statusCode: 304, headers: { ...headers, etag: `"${tag}"` } });

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

/** An answer that is not JSON: text as it is, bytes in base64 as API Gateway takes them. */
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
 * The answer with its cookies. One that ends the session also empties the browser's own cache of this site: photos with
 * plates, and those of private cars, are kept there for days.
 */
export function withCookies(
  result: APIGatewayProxyStructuredResultV2,
  cookies: string[],
): APIGatewayProxyStructuredResultV2 {
  if (!cookies.some(endsSession)) return { ...result, cookies };
  return { ...result, cookies, headers: { ...result.headers, 'clear-site-data': '"cache"' } };
}

/** The body of a failure (`errorBody` of the contract). Unknown errors say nothing of themselves. */
export function failureResult(error: unknown): APIGatewayProxyStructuredResultV2 {
  const noStore = { 'cache-control': 'no-store' };
  if (error instanceof Failure) {
    const { code, details } = error;
    const wait = details?.retryAfterSeconds;
    const headers = wait === undefined ? noStore : { ...noStore, 'retry-after': String(wait) };
    return jsonResult(error.status, { error: error.message, code, ...(details && { details }) }, headers);
  }
  return jsonResult(500, { error: 'Something went wrong. Please try again.', code: 'internal' }, noStore);
}

const maxDepth = 32;

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

function nameOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    // No JSON: parsing the whole says so.
    return literal;
  }
}

/**
 * What JSON.parse would let pass in a text: nesting that it recurses on, and a name that stands twice in one object, of
 * which it takes the last where another reader takes the first. Says nothing of whether the text is JSON.
 */
export function faultOfJson(text: string): 'too deep' | 'name repeated' | null {
  // The names of each open object; null for an open list.
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

/** Below this, what is saved is less than a packet. */
const leastBytes = 1024;

/** Whether a client takes an encoding: "gzip, br;q=0.8", but not "br;q=0". */
const accepts = (accepted: string, encoding: string) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(
    accepted,
  );

/**
 * A text compressed as `accepted` (the header Accept-Encoding) allows: CloudFront compresses nothing that it may not keep,
 * and the gateway compresses nothing. What brings cookies stays as it is: beside a secret, its length would tell of it.
 */
export async function packAnswer(result: Result, accepted: string | undefined): Promise<Result> {
  const { body, headers, cookies, isBase64Encoded } = result;
  if (!accepted || !body || isBase64Encoded || cookies || body.length < leastBytes) return result;
  const encoding = ['br', 'gzip'].find((known) => accepts(accepted, known));
  if (!encoding) return result;
  const { brotliCompress, constants, gzip } = await import('node:zlib');
  // The third of eleven: as small as gzip usually is, in two thirds of the time.
  const quality = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // 64 KiB: what nothing says takes four megabytes for each answer.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  };
  const packed = await new Promise<Buffer>((resolve, reject) => {
    const done = (error: Error | null, bytes: Buffer) => (error ? reject(error) : resolve(bytes));
    // Beside the thread of the process: what runs there for other requests goes on.
    if (encoding === 'br') brotliCompress(body, quality, done);
    else gzip(body, done);
  });
  const vary = headers?.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding';
  return {
    ...result,
    headers: { ...headers, 'content-encoding': encoding, vary },
    body: packed.toString('base64'),
    isBase64Encoded: true,
  };
}

/**
 * Longer than the user pool takes for any of the calls that are made so: a mail takes it some hundred milliseconds, and as
 * many more when the function that writes it starts.
 */
export const steadyAnswer = { ms: 1000 };

/** Does something that may not be told by how long it takes: it is over, well or not, no sooner than after `ms`. */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, steadyAnswer.ms)),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Longer than the table takes for the few reads that find a car or none, a function's first ones among them. */
export const steadyMiss = { ms: 250 };

/**
 * What is found at once, and that nothing was found no sooner than after `ms`: a read that finds what may not be told takes
 * some milliseconds longer than one that finds nothing.
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
