import { CfnOutput, RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { Observability } from './alarms.ts';
import { Api, LiveApi, liveStageName } from './api.ts';
import { Auth } from './auth.ts';
import type { CarIndex, Cloud } from './cloud.ts';
import { Data } from './data.ts';
import { FunctionFactory } from './function-factory.ts';
import { isForCarIndex, routeFunctions, workerFunctions } from './functions.ts';
import { MailChannel } from './mail-channel.ts';
import { Queues } from './queues.ts';
import type { AtOnce, Stage, StageFile } from './stage.ts';
import { Triggers, triggerStatements } from './triggers.ts';
import { sitePaths, Web, WebFiles } from './web.ts';

export type AppStackProps = StackProps & {
  stage: Stage;
  /** Where the build put a function's bundle. */
  codeDirectory: (functionName: string) => string;
  /** The built app. */
  webDirectory: string;
  stageFile: StageFile;
  /** Where the stage answers its list from OpenSearch. */
  carIndex?: CarIndex | undefined;
};

const logRetention = RetentionDays.ONE_MONTH;

/** The main stack of a stage. */
export class AppStack extends Stack {
  constructor(scope: Construct, id: string, props: AppStackProps) {
    super(scope, id, props);
    const { mailFrom, alarmMail, requestsPerSecond, settings } = props.stageFile;
    const data = new Data(this, 'Data');
    const queues = new Queues(this, 'Queues');
    const api = new Api(this, 'Api', { logRetention, requestsPerSecond });
    const live = new LiveApi(this, 'Live');
    const originSecret = this.secret(
      'OriginSecret',
      'Proves to the API that a request came through CloudFront.',
      true,
    );
    const registerSecret = this.secret('RegisterKey', 'API key of the vehicle register.', false);
    const pushSecret = this.secret('PushKey', 'What the key that signs web pushes is made of.', true);
    const stripeSecret = this.secret('StripeKey', 'Secret key of the Stripe account.', false);
    const stripeWebhookSecret = this.secret(
      'StripeWebhookKey',
      'Secret with which Stripe signs its events.',
      false,
    );
    const web = new Web(this, 'Web', {
      httpApi: api.httpApi,
      liveApi: live.api,
      photoBucket: data.photoBucket,
      originSecret,
      domain: props.stageFile.domain,
      firewall: props.stageFile.firewall,
      ...sitePaths,
    });
    const mail = new MailChannel(this, 'Mail', { mailFrom });
    const { configurationSet } = mail.sender;
    const auth = new Auth(this, 'Auth', { mailFrom, configurationSet });
    const cloud: Cloud = {
      table: data.table,
      photoBucket: data.photoBucket,
      appBucket: web.appBucket,
      dataBucket: data.dataBucket,
      queues: queues.byName,
      hourly: queues.hourly,
      deadLetters: queues.deadLetters,
      carIndex: props.carIndex,
      bus: new EventBus(this, 'Bus', { description: 'Domain events of Bilfund' }),
      userPool: auth.userPool,
      userPoolClient: auth.client,
      liveApi: live.api,
      liveEndpoint: `https://${live.api.apiId}.execute-api.${this.region}.${this.urlSuffix}/${liveStageName}`,
      registerSecret,
      pushSecret,
      mail: mail.sender,
      stripeSecret,
      stripeWebhookSecret,
      originSecret,
      publicOrigin: web.publicOrigin,
    };
    const { stage, codeDirectory } = props;
    const given = { stage, cloud, settings, codeDirectory, logRetention };
    const functions = new FunctionFactory(this, 'Functions', given);
    const { accountConcurrency, settings: decided } = props.stageFile;
    const atOnce = { accountConcurrency, visitsAtOnce: decided.VISITS_AT_ONCE };
    this.addFunctions(functions, cloud, { api, queues, atOnce });
    new WebFiles(this, 'WebFiles', {
      directory: props.webDirectory,
      bucket: web.appBucket,
      publicOrigin: web.publicOrigin,
      logRetention,
    });
    const { topic } = new Observability(this, 'Observability', {
      stage,
      httpApi: api.httpApi,
      queues: queues.byName,
      hourly: queues.hourly,
      deadLetters: queues.deadLetters,
      streamFailures: queues.streamFailures,
      jobFailures: queues.jobFailures,
      tableName: data.table.tableName,
      liveApiId: live.api.apiId,
      alarmMail,
    });
    new CfnOutput(this, 'Address', { value: web.publicOrigin });
    // Read by operators' commands.
    new CfnOutput(this, 'Table', { value: data.table.tableName });
    new CfnOutput(this, 'DataBucket', { value: data.dataBucket.bucketName });
    if (topic) new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
    new CfnOutput(this, 'NotifyQueue', { value: queues.byName.notify.queueUrl });
    new CfnOutput(this, 'Distribution', { value: web.distribution.distributionId });
    // The ARNs, because the format of names generated by CloudFormation is not guaranteed.
    new CfnOutput(this, 'OriginSecretArn', { value: originSecret.secretArn });
    new CfnOutput(this, 'RegisterSecret', { value: registerSecret.secretArn });
    new CfnOutput(this, 'StripeSecret', { value: stripeSecret.secretArn });
    new CfnOutput(this, 'StripeWebhookSecret', { value: stripeWebhookSecret.secretArn });
  }

  private addFunctions(
    factory: FunctionFactory,
    cloud: Cloud,
    { api, queues, atOnce }: { api: Api; queues: Queues; atOnce: AtOnce },
  ): void {
    api.addRoutes(
      routeFunctions.map((route) => ({ route, fn: factory.makeRoute(route) })),
      { userPool: cloud.userPool, client: cloud.userPoolClient },
    );
    const triggers = new Triggers(this, 'Triggers');
    const sources = {
      table: cloud.table,
      queues: queues.byName,
      streamFailures: queues.streamFailures,
      jobFailures: queues.jobFailures,
      liveApi: cloud.liveApi,
      userPool: cloud.userPool,
      ...atOnce,
    };
    triggers.toldEvents(cloud.bus, queues.byName.notify);
    triggers.mailEvents(queues.byName.notify, cloud.mail);
    for (const worker of workerFunctions) {
      const fn = factory.makeWorker(worker, triggerStatements(worker.row.trigger, sources));
      if (cloud.carIndex || !isForCarIndex(worker)) triggers.connect(worker, fn.lambda, sources);
    }
  }

  private secret(id: string, description: string, isGenerated: boolean): Secret {
    return new Secret(this, id, {
      description,
      // Kept when the stack is deleted, but not when a first deployment fails: the next one would create another set.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(isGenerated
        ? { generateSecretString: { passwordLength: 40, excludePunctuation: true } }
        : { secretStringValue: SecretValue.unsafePlainText(secretPlaceholder) }),
    });
  }
}
