import type { FunctionRegistry } from '../functions/function-registry.ts';
import type { LambdaFunction } from '../functions/lambda-function.ts';
import type { Template } from '../template/template.ts';
import type { JwtAuthorizer } from './jwt-authorizer.ts';
import type { Route } from './route-table.ts';

export type RouteTarget = { fn: LambdaFunction; authorizer?: JwtAuthorizer; scopes: readonly string[] };
type RouteProperties = {
  ApiId: string;
  RouteKey: string;
  Target: string;
  AuthorizationType?: string;
  AuthorizerId?: string;
  AuthorizationScopes?: string[];
};
type IntegrationProperties = { ApiId: string; IntegrationUri: string };
type AuthorizerProperties = { JwtConfiguration?: { Issuer: string; Audience: string[] } };

/** `integrations/<id>` → the function behind it. */
export function integrationFunctions(
  template: Template,
  registry: FunctionRegistry,
): Map<string, LambdaFunction> {
  const found = new Map<string, LambdaFunction>();
  for (const { logicalId, properties } of template.all<IntegrationProperties>(
    'AWS::ApiGatewayV2::Integration',
  )) {
    const fn = registry.find(properties.IntegrationUri);
    if (fn) found.set(`integrations/${template.ref(logicalId)}`, fn);
  }
  return found;
}

export function readRoutes(
  template: Template,
  registry: FunctionRegistry,
  apiId: string,
): Route<RouteTarget>[] {
  const integrations = integrationFunctions(template, registry);
  const authorizers = new Map(
    template.all<AuthorizerProperties>('AWS::ApiGatewayV2::Authorizer').map(({ logicalId, properties }) => {
      const { Issuer = '', Audience = [] } = properties.JwtConfiguration ?? {};
      return [template.ref(logicalId), { issuer: Issuer, audiences: Audience }] as const;
    }),
  );
  const routes = template.all<RouteProperties>('AWS::ApiGatewayV2::Route');
  return routes.flatMap(({ properties }) => {
    const fn = integrations.get(properties.Target);
    if (properties.ApiId !== apiId || !fn) return [];
    const authorizer =
      properties.AuthorizationType === 'JWT' ? authorizers.get(properties.AuthorizerId ?? '') : undefined;
    const target = { fn, scopes: properties.AuthorizationScopes ?? [], ...(authorizer && { authorizer }) };
    return [{ routeKey: properties.RouteKey, target }];
  });
}
