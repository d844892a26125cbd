import { Duration, Size } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** How long a function may run unless its row says otherwise, in seconds. */
export const defaultTimeoutSeconds = 10;

type HouseFunctionProps = {
  /** Name in the account: "bilfund-dev-list-cars". It starts the name of each log stream in the shared group. */
  functionName: string;
  description: string;
  code: Code;
  environment: Record<string, string>;
  statements: readonly PolicyStatement[];
  logGroup: ILogGroup;
  memoryMb?: number;
  timeoutSeconds?: number;
  ephemeralStorageMb?: number;
  /** Native parts are staged for x86-64 only; everything else runs on the cheaper arm64. */
  hasNativeParts: boolean;
};

/** Every function of the house: one runtime, JSON logs into one group, and a role that holds its statements and no more. */
export class HouseFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: HouseFunctionProps) {
    super(scope, id);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: props.functionName,
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: props.hasNativeParts ? Architecture.X86_64 : Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      memorySize: props.memoryMb ?? 256,
      timeout: Duration.seconds(props.timeoutSeconds ?? defaultTimeoutSeconds),
      ephemeralStorageSize: props.ephemeralStorageMb ? Size.mebibytes(props.ephemeralStorageMb) : undefined,
      environment: props.environment,
      loggingFormat: LoggingFormat.JSON,
      logGroup: props.logGroup,
      role: this.makeRole(props),
    });
  }

  // Statements inside the role instead of a policy of their own: one resource less for each function.
  private makeRole(props: HouseFunctionProps): Role {
    const statements = [...props.statements, writeLogs(props.logGroup)];
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Needs: new PolicyDocument({ statements, minimize: true }) },
    });
  }
}

function writeLogs(logGroup: ILogGroup): PolicyStatement {
  return new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
}
