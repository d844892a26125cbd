import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpNoneAuthorizer, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type AnsweredRoute, ApiRoutes } from './api-routes.ts';

/** Cognito puts it into access tokens only: the authorizer alone would take ID tokens as well. */
export const userScope = 'aws.cognito.signin.user.admin';

/** No addresses, no query strings: what an operator needs to find a request again, and nothing about who made it. */
const accessLogFields = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
};

/** The HTTP API without its routes: CloudFront needs its address before the functions exist. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string, props: { logRetention: RetentionDays }) {
    super(scope, id);
    this.httpApi = new HttpApi(this, 'Http', { createDefaultStage: false });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      autoDeploy: true,
      throttle: { rateLimit: 200, burstLimit: 400 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
  }

  /** A route per row; rows of `auth: 'user'` stand behind the pool's authorizer, the others check in their handler. */
  addRoutes(
    routes: readonly AnsweredRoute[],
    users: { userPool: UserPool; client: UserPoolClient },
  ): ApiRoutes {
    return new ApiRoutes(this, 'Routes', {
      httpApi: this.httpApi,
      routes,
      signedIn: new HttpUserPoolAuthorizer('Users', users.userPool, { userPoolClients: [users.client] }),
      anyone: new HttpNoneAuthorizer(),
      userScope,
    });
  }
}
