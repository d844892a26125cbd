import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { endsSession } from '#core/account/refresh-cookie.ts';
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
