import { NestedStack, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  HttpStage,
  type IHttpRouteAuthorizer,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { RouteRow } from '#core/contract/route.ts';
import type { ServerFunction } from './function-factory.ts';
import { constructIdOf, type RouteFunction } from './functions.ts';

/**
 * The role with which API Gateway calls exactly these functions. CDK's own integration adds a permission resource per route,
 * and a stack may have 500 resources.
 */
export function callerRole(scope: Construct, id: string, functions: readonly IFunction[]): Role {
  const call = new PolicyStatement({
    actions: ['lambda:InvokeFunction'],
    resources: functions.map((fn) => fn.functionArn),
  });
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { Call: new PolicyDocument({ statements: [call] }) },
  });
}

/** A route's integration with its function, by a role, with the payload version the handlers read. */
export class FunctionIntegration extends HttpRouteIntegration {
  private readonly fn: IFunction;
  private readonly role: Role;

  constructor(id: string, fn: IFunction, role: Role) {
    super(id);
    this.fn = fn;
    this.role = role;
  }

  bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.fn.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.role),
    };
  }
}

export type AnsweredRoute = { route: RouteFunction; fn: ServerFunction };

/** The gateway's authorizer knows sessions only: where personal access tokens are accepted, the handler checks both. */
const isCheckedByGateway = ({ auth, scopes }: RouteRow): boolean => auth === 'user' && !scopes;

type ApiRoutesProps = {
  httpApi: HttpApi;
  routes: readonly AnsweredRoute[];
  /** The authorizer of rows that the gateway checks, with the scope of people. */
  signedIn: IHttpRouteAuthorizer;
  anyone: IHttpRouteAuthorizer;
};

/**
 * The routes of the HTTP API in nested stacks: each route takes two resources, and a stack holds 500. A role holds 10,240
 * characters of policies, so each subject has its own.
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
        const isForUsers = isCheckedByGateway(route.row);
        new HttpRoute(this, constructIdOf(route.name), {
          httpApi: props.httpApi,
          routeKey: routeKeyOf(route),
          integration: new FunctionIntegration(route.name, fn.lambda, caller),
          authorizer: isForUsers ? props.signedIn : props.anyone,
          authorizationScopes: isForUsers ? [userScope] : undefined,
        });
      }
    }
  }
}

/**
 * A GET route must also take HEAD. The gateway has no key for both, so the route takes any method and refuses others itself,
 * as does one that answers 405.
 */
function routeKeyOf({ routeKey, row }: RouteFunction): HttpRouteKey {
  const [method, path] = routeKey.split(' ') as [HttpMethod, string];
  return HttpRouteKey.with(path, method === HttpMethod.GET || row.onlyMethod ? HttpMethod.ANY : method);
}

/** CloudFront forwards the path /live unchanged, so the stage must have its name. */
export const liveStageName = 'live';

/** The WebSocket API of the live feed; its routes are added with their workers. */
export class LiveApi extends Construct {
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Sockets', { routeSelectionExpression: '$request.body.type' });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: liveStageName,
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
    });
  }
}

/** Cognito puts this scope into access tokens only; without it the authorizer would accept ID tokens too. */
export const userScope = 'aws.cognito.signin.user.admin';

/** Without addresses and query strings: enough to find a request, but nothing about who made it. */
const accessLogFields = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
};

/** The HTTP API without routes: CloudFront needs its address before the functions exist. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  readonly stage: HttpStage;

  constructor(
    scope: Construct,
    id: string,
    props: { logRetention: RetentionDays; requestsPerSecond: number },
  ) {
    super(scope, id);
    this.httpApi = new HttpApi(this, 'Http', { createDefaultStage: false });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      autoDeploy: true,
      throttle: { rateLimit: props.requestsPerSecond, burstLimit: 2 * props.requestsPerSecond },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
  }

  /** Adds a route per row; the pool's authorizer checks rows of `auth: 'user'` without scopes, the handlers check the others. */
  addRoutes(
    routes: readonly AnsweredRoute[],
    users: { userPool: UserPool; client: UserPoolClient },
  ): ApiRoutes {
    return new ApiRoutes(this, 'Routes', {
      httpApi: this.httpApi,
      routes,
      signedIn: new HttpUserPoolAuthorizer('Users', users.userPool, { userPoolClients: [users.client] }),
      anyone: new HttpNoneAuthorizer(),
    });
  }
}
