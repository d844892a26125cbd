export type ApiResponse = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | string;
};

export const isText = (contentType: string) =>
  /^(text\/|application\/(json|xml|javascript|[a-z.+-]+\+(json|xml)))/i.test(contentType);

type HandlerResult = {
  statusCode?: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
};

/** A handler's result as a response; without `statusCode` API Gateway takes the whole result for the body. */
export function toApiResponse(result: unknown): ApiResponse {
  const known = (typeof result === 'object' && result !== null ? result : {}) as HandlerResult;
  if (known.statusCode === undefined) {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(result) ?? '',
    };
  }
  const headers: Record<string, string | string[]> = { 'content-type': 'text/plain; charset=utf-8' };
  for (const [name, value] of Object.entries(known.headers ?? {}))
    headers[name.toLowerCase()] = String(value);
  if (known.cookies) headers['set-cookie'] = known.cookies;
  const body = known.body ?? '';
  return {
    status: known.statusCode,
    headers,
    body: known.isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}

/** What API Gateway says itself, always as `{ message }`. */
export function gatewayMessage(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): ApiResponse {
  const body = JSON.stringify({ message });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
