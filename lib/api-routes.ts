import { NestedStack } from 'aws-cdk-lib';
import {
  type HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { callerRole, FunctionIntegration } from './function-integration.ts';
import { constructIdOf, type RouteFunction } from './functions.ts';
import type { HouseFunction } from './house-function.ts';

/** A route of the contract with the function that answers it. */
export type AnsweredRoute = { route: RouteFunction; fn: HouseFunction };

type ApiRoutesProps = {
  httpApi: HttpApi;
  routes: readonly AnsweredRoute[];
  /** Stands before rows of `auth: 'user'`, with this scope. */
  signedIn: IHttpRouteAuthorizer;
  anyone: IHttpRouteAuthorizer;
  userScope: string;
};

/**
 * The routes of the HTTP API in a stack of their own below the first: each takes two resources, and a stack holds 500.
 * A role holds 10,240 characters of policies, so that each subject has its own.
 */
export class ApiRoutes extends NestedStack {
  constructor(scope: Construct, id: string, props: ApiRoutesProps) {
    super(scope, id, {
      description: 'Routes of the HTTP API and the roles in which it calls their functions',
    });
    const bySubject = Map.groupBy(props.routes, ({ route }) => route.row.subject);
    for (const [subject, routes] of bySubject) {
      const caller = callerRole(
        this,
        `${constructIdOf(subject)}Caller`,
        routes.map(({ fn }) => fn.lambda),
      );
      for (const { route, fn } of routes) {
        const isForUsers = route.row.auth === 'user';
        new HttpRoute(this, constructIdOf(route.name), {
          httpApi: props.httpApi,
          routeKey: routeKeyOf(route),
          integration: new FunctionIntegration(route.name, fn.lambda, caller),
          authorizer: isForUsers ? props.signedIn : props.anyone,
          authorizationScopes: isForUsers ? [props.userScope] : undefined,
        });
      }
    }
  }
}

/** What is read is asked by HEAD too: the gateway has no key for both, so such a route takes any method and refuses others itself. */
function routeKeyOf({ routeKey }: RouteFunction): HttpRouteKey {
  const [method, path] = routeKey.split(' ') as [HttpMethod, string];
  return HttpRouteKey.with(path, method === HttpMethod.GET ? HttpMethod.ANY : method);
}
