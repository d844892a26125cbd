import { RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { Auth } from './auth.ts';
import type { Cloud, MailSender } from './cloud.ts';
import { Data } from './data.ts';
import { domainOf, type Stage, type StageFile } from './stage.ts';

/** Placeholder for a missing sender: a domain that cannot exist (RFC 2606), so that no rights are granted. */
const noDomain = 'bilfund.invalid';

/**
 * Sending mail: the sender's identities, and a configuration set that reports bounces and complaints to the account's event
 * bus.
 */
class MailChannel extends Construct {
  readonly sender: MailSender;

  constructor(scope: Construct, id: string, { mailFrom }: { mailFrom: StageFile['mailFrom'] }) {
    super(scope, id);
    const set = new CfnConfigurationSet(this, 'Set', {
      reputationOptions: { reputationMetricsEnabled: true },
      suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    const stack = Stack.of(this);
    const arn = (resource: string, resourceName: string) =>
      stack.formatArn({ service: 'ses', resource, resourceName });
    new CfnConfigurationSetEventDestination(this, 'ToBus', {
      configurationSetName: set.ref,
      eventDestination: {
        enabled: true,
        matchingEventTypes: ['bounce', 'complaint'],
        eventBridgeDestination: {
          eventBusArn: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' }),
        },
      },
    });
    this.sender = {
      from: mailFrom ?? '',
      identityArns: [arn('identity', mailFrom ? domainOf(mailFrom) : noDomain)],
      configurationSet: set.ref,
      configurationSetArn: arn('configuration-set', set.ref),
    };
  }
}

export type DataStackProps = StackProps & { stage: Stage; stageFile: StageFile };

/** What the main stack takes from here. */
type Kept = Pick<
  Cloud,
  | 'table'
  | 'photoBucket'
  | 'dataBucket'
  | 'userPool'
  | 'userPoolClient'
  | 'mail'
  | 'originSecret'
  | 'registerSecret'
  | 'pushSecret'
  | 'stripeSecret'
  | 'stripeWebhookSecret'
>;

/**
 * What outlives the code: the table, the buckets of photos and of the service's own files, the user pool, the secrets. Nothing
 * here refers to the main stack, which can be deleted and made again (decision 24).
 */
export class DataStack extends Stack {
  readonly kept: Kept;

  constructor(scope: Construct, id: string, { stage, stageFile: { mailFrom }, ...props }: DataStackProps) {
    super(scope, id, props);
    const data = new Data(this, 'Data');
    // Here, because the pool's own mails name the configuration set.
    const mail = new MailChannel(this, 'Mail', { mailFrom });
    const auth = new Auth(this, 'Auth', {
      stage,
      mailFrom,
      configurationSet: mail.sender.configurationSet,
    });
    this.kept = {
      table: data.table,
      photoBucket: data.photoBucket,
      dataBucket: data.dataBucket,
      userPool: auth.userPool,
      userPoolClient: auth.client,
      mail: mail.sender,
      originSecret: this.secret(
        'OriginSecret',
        'Proves to the API that a request came through CloudFront.',
        true,
      ),
      registerSecret: this.secret('RegisterKey', 'API key of the vehicle register.', false),
      pushSecret: this.secret('PushKey', 'What the key that signs web pushes is made of.', true),
      stripeSecret: this.secret('StripeKey', 'Secret key of the Stripe account.', false),
      stripeWebhookSecret: this.secret(
        'StripeWebhookKey',
        'Secret with which Stripe signs its events.',
        false,
      ),
    };
    this.keepExports(this.kept);
  }

  /**
   * Exports what a version of the main stack may import, whether or not the present one does. CloudFormation takes away no
   * export that is in use, so one that came and went with its use would stop the deployment of an older or a newer version.
   */
  private keepExports({
    table,
    photoBucket,
    dataBucket,
    userPool,
    userPoolClient,
    mail,
    ...secrets
  }: Kept): void {
    const buckets = [photoBucket, dataBucket].flatMap((bucket) => [
      bucket.bucketArn,
      bucket.bucketName,
      bucket.bucketRegionalDomainName,
    ]);
    for (const value of [
      ...[table.tableArn, table.tableName, table.tableStreamArn],
      ...buckets,
      ...[userPool.userPoolArn, userPool.userPoolId, userPool.userPoolProviderUrl],
      ...[userPoolClient.userPoolClientId, mail.configurationSet],
      ...Object.values(secrets).map(({ secretArn }) => secretArn),
    ])
      this.exportValue(value);
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
