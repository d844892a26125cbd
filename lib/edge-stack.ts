import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { Budget } from './budget.ts';
import type { StageFile } from './stage.ts';

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
