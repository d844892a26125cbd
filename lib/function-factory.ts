import { Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { tokenUsePrefix } from '#core/accounts/access-token.ts';
import { carKeyPrefix, ownKeyPrefix, photoPrefix } from '#core/cars/photos.ts';
import { type EnvironmentName, type Need, needEnvironment } from '#core/contract/needs.ts';
import { unreadPagesPrefix } from '#core/marketplaces/marketplace.ts';
import { liveStageName } from './api.ts';
import type { CarIndex, Cloud } from './cloud.ts';
import { catalogPrefix, tableIndexes } from './data.ts';
import {
  constructIdOf,
  type DeclaredFunction,
  type RouteFunction,
  type WorkerFunction,
} from './functions.ts';
import {
  commonVariables,
  functionNameOf,
  poolVariables,
  type Stage,
  type StageFile,
  settingVariables,
} from './stage.ts';
import { appPage } from './viewer-functions.ts';

/** Default timeout of a function in seconds, unless its row sets another. */
export const defaultTimeoutSeconds = 10;

type ServerFunctionProps = {
  /** Name in the account: "bilfund-dev-list-cars". Log streams in the shared group start with it. */
  functionName: string;
  description: string;
  code: Code;
  environment: Record<string, string>;
  statements: readonly PolicyStatement[];
  logGroup: ILogGroup;
  memoryMb?: number;
  timeoutSeconds?: number;
  ephemeralStorageMb?: number;
  /** Native parts are staged for x86-64 only; all other functions run on the cheaper arm64. */
  hasNativeParts: boolean;
  isTraced: boolean;
};

/**
 * A Lambda function as all of ours are: the same runtime, JSON logs in one group, and a role with only its own statements.
 */
export class ServerFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServerFunctionProps) {
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
    // CDK's own property would add a second policy to the role.
    if (props.isTraced) {
      (this.lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: Tracing.ACTIVE };
    }
  }

  // Statements inside the role instead of a separate policy: one resource less per function.
  private makeRole(props: ServerFunctionProps): Role {
    const statements = [
      ...props.statements,
      writeLogs(props.logGroup),
      // These actions do not support resource-level permissions.
      ...(props.isTraced ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*')] : []),
    ];
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

/** Every index of cars, of any format. */
const carIndexes = 'cars-*';

const tableReads = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  'dynamodb:ConditionCheckItem',
];
const tableWrites = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
];

// IAM authorizes a transaction by the actions of its items, so TransactWriteItems needs no statement.
const statements: Record<Need, (cloud: Cloud) => PolicyStatement[]> = {
  'table:read': (cloud) => [allow(tableReads, ...tableArns(cloud))],
  'table:write': (cloud) => [allow([...tableReads, ...tableWrites], ...tableArns(cloud))],
  'token-use:write': (cloud) => [tokenUse(cloud)],
  'scrape-queue:send': (cloud) => [allow(['sqs:SendMessage'], cloud.queues.scrape.queueArn)],
  'hourly-queue:send': ({ hourly }) => [allow(['sqs:SendMessage'], hourly.queueArn)],
  'hourly-queue:take': ({ hourly }) => [
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'], hourly.queueArn),
  ],
  'identify-queue:send': (cloud) => [allow(['sqs:SendMessage'], cloud.queues.identify.queueArn)],
  'rate-queue:send': (cloud) => [allow(['sqs:SendMessage'], cloud.queues.rate.queueArn)],
  'notify-queue:send': (cloud) => [allow(['sqs:SendMessage'], cloud.queues.notify.queueArn)],
  'dead-letters:take': (cloud) => [
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage'], cloud.deadLetters.queueArn),
  ],
  'photos:read': (cloud) => [allow(['s3:GetObject'], cloud.photoBucket.arnForObjects(`${photoPrefix}*`))],
  'app-page:read': (cloud) => [allow(['s3:GetObject'], cloud.appBucket.arnForObjects(appPage))],
  'photos:write': (cloud) => [allow(['s3:PutObject'], cloud.photoBucket.arnForObjects(`${photoPrefix}*`))],
  'own-photos:erase': (cloud) => [
    allow(['s3:DeleteObject'], cloud.photoBucket.arnForObjects(`${photoPrefix}${ownKeyPrefix}*`)),
    allow(['s3:ListBucket'], cloud.photoBucket.bucketArn),
  ],
  'car-photos:erase': (cloud) => [
    allow(['s3:DeleteObject'], cloud.photoBucket.arnForObjects(`${photoPrefix}${carKeyPrefix}*`)),
    allow(['s3:ListBucket'], cloud.photoBucket.bucketArn),
  ],
  'data:read': (cloud) => dataReads(cloud),
  'data:write': (cloud) => [allow(['s3:PutObject'], cloud.dataBucket.arnForObjects('*'))],
  'unread-pages:keep': (cloud) => [
    allow(['s3:PutObject'], cloud.dataBucket.arnForObjects(`${unreadPagesPrefix}*`)),
  ],
  // These calls carry a password, code or token, and a hash made with the client's secret.
  'users:client': (cloud) => [allow(['cognito-idp:DescribeUserPoolClient'], cloud.userPool.userPoolArn)],
  'catalog:read': (cloud) => catalogReads(cloud),
  'catalog:write': (cloud) => [
    ...catalogReads(cloud),
    allow(['s3:PutObject', 's3:DeleteObject'], cloud.dataBucket.arnForObjects(`${catalogPrefix}*`)),
  ],
  'car-index:read': ({ carIndex }) => (carIndex ? carIndexReads(carIndex) : []),
  'car-index:write': ({ carIndex }) => (carIndex ? carIndexWrites(carIndex) : []),
  'users:read': (cloud) => [allow(['cognito-idp:AdminGetUser'], cloud.userPool.userPoolArn)],
  'users:admin': (cloud) => [
    allow(
      [
        'cognito-idp:AdminInitiateAuth',
        'cognito-idp:AdminGetUser',
        'cognito-idp:AdminUserGlobalSignOut',
        // For signing up again with an address that was never confirmed.
        'cognito-idp:AdminDeleteUser',
      ],
      cloud.userPool.userPoolArn,
    ),
  ],
  'bus:put': (cloud) => [allow(['events:PutEvents'], cloud.bus.eventBusArn)],
  'live:send': (cloud) => [allow(['execute-api:ManageConnections'], liveConnectionsArn(cloud, 'POST'))],
  'live:close': (cloud) => [allow(['execute-api:ManageConnections'], liveConnectionsArn(cloud, 'DELETE'))],
  'register-secret:read': (cloud) => [
    allow(['secretsmanager:GetSecretValue'], cloud.registerSecret.secretArn),
  ],
  'mail:send': ({ mail }) => [allow(['ses:SendEmail'], ...mail.identityArns, mail.configurationSetArn)],
  'push-secret:read': (cloud) => [allow(['secretsmanager:GetSecretValue'], cloud.pushSecret.secretArn)],
  'stripe-secret:read': (cloud) => [allow(['secretsmanager:GetSecretValue'], cloud.stripeSecret.secretArn)],
  'stripe-webhook-secret:read': (cloud) => [
    allow(['secretsmanager:GetSecretValue'], cloud.stripeWebhookSecret.secretArn),
  ],
};

type NeedVariable = (typeof needEnvironment)[Need][number];

const variables: Record<NeedVariable, (cloud: Cloud) => string> = {
  TABLE_NAME: (cloud) => cloud.table.tableName,
  HOURLY_QUEUE_URL: (cloud) => cloud.hourly.queueUrl,
  SCRAPE_QUEUE_URL: (cloud) => cloud.queues.scrape.queueUrl,
  IDENTIFY_QUEUE_URL: (cloud) => cloud.queues.identify.queueUrl,
  RATE_QUEUE_URL: (cloud) => cloud.queues.rate.queueUrl,
  NOTIFY_QUEUE_URL: (cloud) => cloud.queues.notify.queueUrl,
  DEAD_LETTER_QUEUE_URL: (cloud) => cloud.deadLetters.queueUrl,
  PHOTO_BUCKET: (cloud) => cloud.photoBucket.bucketName,
  APP_BUCKET: (cloud) => cloud.appBucket.bucketName,
  DATA_BUCKET: (cloud) => cloud.dataBucket.bucketName,
  CATALOG_BUCKET: (cloud) => cloud.dataBucket.bucketName,
  CAR_INDEX_ENDPOINT: (cloud) => cloud.carIndex?.endpoint ?? '',
  UNREAD_PAGES_BUCKET: (cloud) => cloud.dataBucket.bucketName,
  USER_POOL_ID: (cloud) => cloud.userPool.userPoolId,
  USER_POOL_CLIENT_ID: (cloud) => cloud.userPoolClient.userPoolClientId,
  EVENT_BUS_NAME: (cloud) => cloud.bus.eventBusName,
  LIVE_ENDPOINT: (cloud) => cloud.liveEndpoint,
  REGISTER_SECRET_ARN: (cloud) => cloud.registerSecret.secretArn,
  MAIL_FROM: (cloud) => cloud.mail.from,
  MAIL_CONFIGURATION_SET: (cloud) => cloud.mail.configurationSet,
  PUSH_SECRET_ARN: (cloud) => cloud.pushSecret.secretArn,
  STRIPE_SECRET_ARN: (cloud) => cloud.stripeSecret.secretArn,
  STRIPE_WEBHOOK_SECRET_ARN: (cloud) => cloud.stripeWebhookSecret.secretArn,
};

/** The statements for exactly these needs: no wildcard action, no resource beyond the need. */
export function statementsFor(needs: readonly Need[], cloud: Cloud): PolicyStatement[] {
  return needs.flatMap((need) => statements[need](cloud));
}

/** The variables that `needEnvironment` declares for these needs. */
export function environmentFor(needs: readonly Need[], cloud: Cloud): Record<string, string> {
  const names: NeedVariable[] = needs.flatMap((need) => needEnvironment[need]);
  return Object.fromEntries(names.map((name) => [name, variables[name](cloud)]));
}

/** For functions that face the internet and must check that a request came through CloudFront. */
export function originSecretStatement(cloud: Cloud): PolicyStatement {
  return allow(['secretsmanager:GetSecretValue'], cloud.originSecret.secretArn);
}

function allow(actions: string[], ...resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}

/** Only on the items that hold when tokens were used, which hold nothing else. */
function tokenUse({ table }: Cloud): PolicyStatement {
  const statement = allow(['dynamodb:UpdateItem'], table.tableArn);
  statement.addCondition('ForAllValues:StringLike', {
    'dynamodb:LeadingKeys': [`${tokenUsePrefix}*`],
  });
  return statement;
}

// Each index by name: a wildcard would also grant access to future ones.
function tableArns(cloud: Cloud): string[] {
  return [cloud.table.tableArn, ...tableIndexes.map(({ name }) => `${cloud.table.tableArn}/index/${name}`)];
}

/** With the right to list, S3 answers "no such key" for a missing object instead of "access denied". */
function dataReads(cloud: Cloud, prefix = ''): PolicyStatement[] {
  return [
    allow(['s3:GetObject'], cloud.dataBucket.arnForObjects(`${prefix}*`)),
    allow(['s3:ListBucket'], cloud.dataBucket.bucketArn),
  ];
}

/** The list's functions face the internet, so they may read only the catalog among the service's own documents. */
const catalogReads = (cloud: Cloud) => dataReads(cloud, catalogPrefix);

/** A query's searches are sent together, with a call that has no index in its path. */
const carIndexReads = ({ arn }: CarIndex) => [
  allow(['es:ESHttpGet'], `${arn}/${carIndexes}`),
  allow(['es:ESHttpPost'], `${arn}/_msearch`),
];

const carIndexWrites = ({ arn }: CarIndex) => [
  allow(['es:ESHttpGet', 'es:ESHttpPut', 'es:ESHttpPost', 'es:ESHttpDelete'], `${arn}/${carIndexes}`),
  allow(['es:ESHttpPost'], `${arn}/_aliases`),
];

function liveConnectionsArn(cloud: Cloud, method: 'POST' | 'DELETE'): string {
  return Stack.of(cloud.liveApi).formatArn({
    service: 'execute-api',
    resource: cloud.liveApi.apiId,
    resourceName: `${liveStageName}/${method}/@connections/*`,
  });
}

type FunctionFactoryProps = {
  stage: Stage;
  cloud: Cloud;
  settings: StageFile['settings'];
  /** Where the build put each function's bundle. */
  codeDirectory: (functionName: string) => string;
  logRetention: RetentionDays;
};

/** Creates the functions of the contract's rows; a function gets only what its row declares. */
export class FunctionFactory extends Construct {
  readonly logGroup: LogGroup;
  private readonly props: FunctionFactoryProps;
  private readonly common: Record<string, string>;
  private readonly settings: Record<string, string>;

  constructor(scope: Construct, id: string, props: FunctionFactoryProps) {
    super(scope, id);
    this.props = props;
    this.common = { ...commonVariables(props.stage, props.cloud), ...poolVariables(props.cloud) };
    this.settings = settingVariables(props.settings);
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  /** A route's function gets every setting, so that a route can read another setting without a change here. */
  makeRoute(route: RouteFunction): ServerFunction {
    return this.make(route, this.settings, [originSecretStatement(this.props.cloud)]);
  }

  /** `extra` is what the worker's trigger needs beyond the row, such as reading the queue. */
  makeWorker(worker: WorkerFunction, extra: readonly PolicyStatement[]): ServerFunction {
    const declared = worker.row.settings.map((name: EnvironmentName) => [name, this.settings[name] ?? '']);
    return this.make(worker, Object.fromEntries(declared), extra);
  }

  private make(
    declared: DeclaredFunction,
    settings: Record<string, string>,
    extra: readonly PolicyStatement[],
  ): ServerFunction {
    const { cloud, stage, codeDirectory } = this.props;
    const { row, name } = declared;
    const worker = declared.kind === 'worker' ? declared.row : undefined;
    return new ServerFunction(this, constructIdOf(name), {
      functionName: functionNameOf(stage, name),
      description: row.summary,
      code: Code.fromAsset(codeDirectory(name)),
      environment: { ...this.common, ...settings, ...environmentFor(row.needs, cloud) },
      statements: [...statementsFor(row.needs, cloud), ...extra],
      logGroup: this.logGroup,
      memoryMb: row.memoryMb,
      timeoutSeconds: row.timeoutSeconds,
      ephemeralStorageMb: worker?.ephemeralStorageMb,
      isTraced: worker?.isTraced ?? false,
      hasNativeParts: (row.staged?.length ?? 0) > 0,
    });
  }
}
