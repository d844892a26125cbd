import type { JsonWebKey } from 'node:crypto';
import type { FunctionRegistry } from '../functions/function-registry.ts';
import { FunctionFailure, isThrottle, tooLargeForLambda } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';
import { type ApiResponse, gatewayMessage, toApiResponse } from './http-answer.ts';
import { type ApiRequest, toHttpEvent } from './http-event.ts';
import { type RouteTarget, readRoutes } from './http-routes.ts';
import { authorize, type Claims } from './jwt-authorizer.ts';
import { createRouteTable } from './route-table.ts';

/** HTTP APIs take bodies of 10 MB and wait 30 seconds for a function. */
export const maxBodyBytes = 10 * 1024 * 1024;
const maxWaitMilliseconds = 30_000;

export type HttpApi = { apiId: string; handle(request: ApiRequest): Promise<ApiResponse> };

type Checked = { claims: Claims; scopes: string[] | null } | undefined | ApiResponse;

function check(target: RouteTarget, request: ApiRequest, keys: readonly JsonWebKey[]): Checked {
  if (!target.authorizer) return undefined;
  const answer = authorize(request.headers.authorization, target.authorizer, target.scopes, keys);
  if (answer.status === 403) return gatewayMessage(403, 'Forbidden');
  if (answer.status === 200) return { claims: answer.claims, scopes: answer.scopes };
  const challenge = `Bearer scope="${target.scopes.join(' ')}" error="invalid_token" error_description="${answer.description}"`;
  return gatewayMessage(401, 'Unauthorized', { 'www-authenticate': challenge });
}

async function withTimeout<T>(work: Promise<T>): Promise<T | 'too late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'too late'>((resolve) => {
    timer = setTimeout(() => resolve('too late'), maxWaitMilliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The HTTP API of the template: routes, JWT authorizers, limits and API Gateway's own answers. */
export function createHttpApi(
  template: Template,
  registry: FunctionRegistry,
  keys: () => readonly JsonWebKey[],
): HttpApi | undefined {
  const api = template
    .all<{ ProtocolType?: string }>('AWS::ApiGatewayV2::Api')
    .find(({ properties }) => properties.ProtocolType === 'HTTP');
  if (!api) return undefined;
  const apiId = template.ref(api.logicalId);
  const findRoute = createRouteTable(readRoutes(template, registry, apiId));
  return {
    apiId,
    async handle(request) {
      const match = findRoute(request.method, request.path);
      if (!match) return gatewayMessage(404, 'Not Found');
      if (request.body.length > maxBodyBytes) return gatewayMessage(413, 'Request Entity Too Large');
      const { target, routeKey } = match.route;
      const checked = check(target, request, keys());
      if (checked && 'status' in checked) return checked;
      const event = toHttpEvent(request, routeKey, match.params, apiId, checked);
      try {
        const result = await withTimeout(target.fn.invoke(event));
        return result === 'too late' ? gatewayMessage(503, 'Service Unavailable') : toApiResponse(result);
      } catch (error) {
        if (!(error instanceof FunctionFailure)) throw error;
        if (error.payload.errorType === tooLargeForLambda)
          return gatewayMessage(413, 'Request Entity Too Large');
        if (isThrottle(error)) return gatewayMessage(503, 'Service Unavailable');
        return gatewayMessage(500, 'Internal Server Error');
      }
    },
  };
}
