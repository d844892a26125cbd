import { Stack } from 'aws-cdk-lib';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { MailSender } from './cloud.ts';
import { domainOf, type StageFile } from './stage.ts';

/** Placeholder for a missing sender: a domain that cannot exist (RFC 2606), so that no rights are granted. */
const noDomain = 'bilfund.invalid';

/**
 * Sending mail: the sender's identities, and a configuration set that reports bounces and complaints to the account's event
 * bus.
 */
export class MailChannel extends Construct {
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
