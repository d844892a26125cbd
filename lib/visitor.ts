import { Duration } from 'aws-cdk-lib';
import {
  AccountRootPrincipal,
  ArnPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { workers } from '#core/contract/workers.ts';
import type { Cloud } from './cloud.ts';
import { statementsFor } from './function-factory.ts';

const take = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'];

/** The scraper's needs except the queue that only functions use. */
const visitorNeeds = workers.scrape.needs.filter((need) => !need.startsWith('hourly-queue'));

type VisitorProps = {
  cloud: Cloud;
  /** The queues it receives from. */
  visits: IQueue[];
  /** ARN of who may assume the role; null on one machine, where nobody checks. */
  principal: string | null;
};

/** The visitor's role: it may receive visits from its queues and do what the scraper function may. */
export class Visitor extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, { cloud, visits, principal }: VisitorProps) {
    super(scope, id);
    const statements = [
      ...statementsFor(visitorNeeds, cloud),
      new PolicyStatement({ actions: take, resources: visits.map(({ queueArn }) => queueArn) }),
    ];
    this.role = new Role(this, 'Role', {
      description: 'Visits the marketplace from a machine of the operator (npm run ops -- visitor).',
      assumedBy: principal ? new ArnPrincipal(principal) : new AccountRootPrincipal(),
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: { Visits: new PolicyDocument({ statements, minimize: true }) },
    });
  }
}
