import { createContext, Script } from 'node:vm';

export type ViewerRequest = {
  method: string;
  uri: string;
  rawQuery: string;
  headers: Record<string, string>;
  ip: string;
};
export type ViewerAnswer = { statusCode: number; headers: Record<string, string>; body: string };

type Values = Record<string, { value: string }>;
type FunctionRequest = { method: string; uri: string; querystring: Values; headers: Values; cookies: Values };
type FunctionResult = Partial<FunctionRequest> & { statusCode?: number; body?: string | { data?: string } };

const wrap = (values: Iterable<[string, string]>): Values =>
  Object.fromEntries([...values].map(([name, value]) => [name, { value }]));
const unwrap = (values: Values | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, { value }]) => [name, value]));

function cookiesOf(header: string | undefined): [string, string][] {
  return (header ?? '')
    .split(/;\s*/)
    .filter(Boolean)
    .map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}

/**
 * Runs the code of a CloudFront Function on viewer requests, the very text that the template deploys. The answer is the
 * request as the function left it, or the response it gave instead.
 */
export function createViewerFunction(code: string): (request: ViewerRequest) => ViewerRequest | ViewerAnswer {
  const context = createContext({ console: { log: () => {} } });
  new Script(code).runInContext(context);
  const call = new Script('JSON.stringify(handler(JSON.parse(input)))');
  return (request) => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: request.ip },
      request: {
        method: request.method,
        uri: request.uri,
        querystring: wrap(new URLSearchParams(request.rawQuery)),
        headers: wrap(Object.entries(request.headers)),
        cookies: wrap(cookiesOf(request.headers.cookie)),
      },
    };
    context.input = JSON.stringify(event);
    const result = JSON.parse(String(call.runInContext(context))) as FunctionResult;
    if (result.statusCode !== undefined) {
      const body = typeof result.body === 'string' ? result.body : (result.body?.data ?? '');
      return { statusCode: result.statusCode, headers: unwrap(result.headers), body };
    }
    const before = JSON.stringify(event.request.querystring);
    const rawQuery =
      JSON.stringify(result.querystring) === before
        ? request.rawQuery
        : new URLSearchParams(unwrap(result.querystring)).toString();
    return { ...request, uri: result.uri ?? request.uri, rawQuery, headers: unwrap(result.headers) };
  };
}
