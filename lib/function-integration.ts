import {
  HttpIntegrationType,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/**
 * The role in which API Gateway calls exactly these functions. With CDK's own integration each function would carry a
 * permission resource for its route, and a stack may hold 500 resources.
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

/** A route's call of its function in a role, with the payload that the handlers read. */
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
