import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageFile } from './stage.ts';

type BudgetProps = { monthlyUsd: number; mail: string };

/** Sends a mail when the account's monthly cost is close to its limit or forecast to exceed it. */
class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthlyUsd, mail }: BudgetProps) {
    super(scope, id);
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: mail }],
    });
    new CfnBudget(this, 'Month', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  }
}

/** The only region from which CloudFront takes certificates and web ACLs. */
export const edgeRegion = 'us-east-1';

/** The outputs, by the fields of the stage's file that take their values. */
export const edgeOutputs = {
  CertificateArn: 'domain.certificateArn',
  WebAclArn: 'firewall.webAclArn',
} as const;

export type EdgeStackProps = StackProps & { stageFile: StageFile };

/** Whether the stage's file needs anything from this stack. */
export const needsEdge = ({ domain, firewall, monthlyBudgetUsd }: StageFile): boolean =>
  domain !== null || firewall !== null || monthlyBudgetUsd !== null;

/** What AWS offers in one region only: the domain's certificate, the site's web ACL, a budget. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { stageFile, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const { domain, firewall, monthlyBudgetUsd, alarmMail } = stageFile;
    if (domain) {
      const { name: zoneName, hostedZoneId } = domain;
      const zone = hostedZoneId
        ? HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName })
        : undefined;
      const certificate = new Certificate(this, 'Certificate', {
        domainName: domain.name,
        ...(domain.www && { subjectAlternativeNames: [`www.${domain.name}`] }),
        validation: CertificateValidation.fromDns(zone),
      });
      new CfnOutput(this, 'CertificateArn', { value: certificate.certificateArn });
    }
    if (firewall) {
      const acl = this.rateLimit(id, firewall.requestsPerFiveMinutes);
      new CfnOutput(this, 'WebAclArn', { value: acl.attrArn });
    }
    if (monthlyBudgetUsd !== null && alarmMail !== null)
      new Budget(this, 'Budget', { monthlyUsd: monthlyBudgetUsd, mail: alarmMail });
  }

  private rateLimit(name: string, limit: number): CfnWebACL {
    const counted = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      // Samples would contain people's addresses.
      sampledRequestsEnabled: false,
      metricName,
    });
    return new CfnWebACL(this, 'Limit', {
      scope: 'CLOUDFRONT',
      description: 'Most requests of one address in five minutes',
      defaultAction: { allow: {} },
      visibilityConfig: counted(name),
      rules: [
        {
          name: 'PerAddress',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
          visibilityConfig: counted(`${name}-PerAddress`),
        },
      ],
    });
  }
}
