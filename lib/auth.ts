import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type CfnUserPool,
  FeaturePlan,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { accessTokenMinutes } from '#core/accounts/cookies.ts';
import { workerFunctions } from './functions.ts';
import { domainOf, functionNameOf, type StageFile, type Stage as StageName } from './stage.ts';

type AuthProps = {
  stage: StageName;
  /** A sender whose domain is verified in SES. Without one Cognito sends the mail itself, at most 50 a day. */
  mailFrom: StageFile['mailFrom'];
  /** Reports bounces and complaints, which count against the account whichever mail they are about. */
  configurationSet: string;
};

const mailWriter = workerFunctions.find(({ row }) => row.trigger.kind === 'pool-mail')!;

/**
 * The user pool and its one client, used by the server only (docs/spec.md 5: e-mail and password, at least 6 characters).
 */
export class Auth extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, props: AuthProps) {
    super(scope, id);
    this.userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      // The cheapest plan includes passwords, codes by mail, and a function that writes their text.
      featurePlan: FeaturePlan.LITE,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: 6,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // A changed address counts only once its owner has entered the mailed code, because alerts are mailed to it.
      keepOriginal: { email: true },
      userVerification: { emailStyle: VerificationEmailStyle.CODE },
      email: props.mailFrom
        ? UserPoolEmail.withSES({
            fromEmail: props.mailFrom,
            fromName: 'Bilfund',
            // SES has verified the domain, not each address.
            sesVerifiedDomain: domainOf(props.mailFrom),
            configurationSetName: props.configurationSet,
          })
        : UserPoolEmail.withCognito(),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // By its name, because the function belongs to the main stack, which refers to this pool.
    (this.userPool.node.defaultChild as CfnUserPool).lambdaConfig = {
      customMessage: Stack.of(this).formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: functionNameOf(props.stage, mailWriter.name),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    };
    // Every access token contains the client's id: without a secret anybody could call the pool as our client and bypass all
    // our limits. An existing client cannot be given a secret.
    this.client = this.userPool.addClient('SecretServer', {
      generateSecret: true,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      enableTokenRevocation: true,
      // Unknown accounts are answered like known ones, so that nobody learns who has an account.
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.minutes(accessTokenMinutes),
      idTokenValidity: Duration.minutes(accessTokenMinutes),
      refreshTokenValidity: Duration.days(30),
    });
  }
}
