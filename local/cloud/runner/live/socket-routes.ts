import { integrationFunctions } from '../api/http-routes.ts';
import type { FunctionRegistry } from '../functions/function-registry.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';

type ApiProperties = { ProtocolType?: string; RouteSelectionExpression?: string };
type RouteProperties = { ApiId: string; RouteKey: string; Target?: string };

export type SocketApiDescription = {
  apiId: string;
  stage: string;
  /** `$request.body.type`. */
  routeSelection: string;
  routes: ReadonlyMap<string, LambdaFunction>;
};

/** Reads the template's WebSocket API; undefined when it has none. */
export function readSocketApi(
  template: Template,
  registry: FunctionRegistry,
): SocketApiDescription | undefined {
  const api = template
    .all<ApiProperties>('AWS::ApiGatewayV2::Api')
    .find(({ properties }) => properties.ProtocolType === 'WEBSOCKET');
  if (!api) return undefined;
  const apiId = template.ref(api.logicalId);
  const stages = template.all<{ ApiId: string; StageName: string }>('AWS::ApiGatewayV2::Stage');
  const stage =
    stages.find(({ properties }) => properties.ApiId === apiId)?.properties.StageName ?? '$default';
  const integrations = integrationFunctions(template, registry);
  const routes = new Map<string, LambdaFunction>();
  for (const { properties } of template.all<RouteProperties>('AWS::ApiGatewayV2::Route')) {
    const fn = integrations.get(properties.Target ?? '');
    if (properties.ApiId === apiId && fn) routes.set(properties.RouteKey, fn);
  }
  const routeSelection = api.properties.RouteSelectionExpression ?? '$request.body.action';
  return { apiId, stage, routeSelection, routes };
}

/** The route that a message names; messages that are not JSON name none. */
export function namedRoute(routeSelection: string, body: string): string {
  try {
    let value: unknown = JSON.parse(body);
    const path = routeSelection.replace(/^\$\{?request\.body\.?/, '').replace(/\}$/, '');
    for (const name of path.split('.')) value = (value as Record<string, unknown> | null)?.[name];
    return String(value);
  } catch {
    return '$default';
  }
}
