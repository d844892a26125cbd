import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { accessTokenMinutes } from '#core/accounts/cookies.ts';
import { domainOf, type StageFile } from './stage.ts';

type AuthProps = {
  /** Sender whose domain is verified in SES. Without one Cognito sends the mail itself, at most 50 a day. */
  mailFrom: StageFile['mailFrom'];
};

/** The user pool and its one client, used from the server only (docs/spec.md 5: e-mail and password, at least 6 characters). */
export class Auth extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, props: AuthProps) {
    super(scope, id);
    this.userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      // Passwords, codes by mail, and a function that writes their words: the cheapest plan has all of it.
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
      // An address counts once its owner has typed the code that was mailed there: alerts are mailed to it.
      keepOriginal: { email: true },
      // Its words come from functions/accounts/workers.ts.
      userVerification: { emailStyle: VerificationEmailStyle.CODE },
      email: props.mailFrom
        ? UserPoolEmail.withSES({
            fromEmail: props.mailFrom,
            fromName: 'Bilfund',
            // SES holds the domain as verified, not each address of it.
            sesVerifiedDomain: domainOf(props.mailFrom),
          })
        : UserPoolEmail.withCognito(),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // A client's id stands in every access token: without a secret anybody could call the pool in our name, past every bound of
    // ours. One that exists cannot be given a secret.
    this.client = this.userPool.addClient('SecretServer', {
      generateSecret: true,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      enableTokenRevocation: true,
      // Who has an account is nobody else's business: unknown ones answer like known ones.
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.minutes(accessTokenMinutes),
      idTokenValidity: Duration.minutes(accessTokenMinutes),
      refreshTokenValidity: Duration.days(30),
    });
  }
}
