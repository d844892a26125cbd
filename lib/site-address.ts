import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type Distribution,
  type DistributionProps,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { StageFile } from './stage-file.ts';

type Domain = StageFile['domain'];

/** What makes a distribution answer at a domain of one's own; nothing while there is none, or no certificate for it. */
export function domainOfDistribution(scope: Construct, domain: Domain): Partial<DistributionProps> {
  if (!domain?.certificateArn) return {};
  return {
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}

/** Leads the domain to the distribution where its zone is known. */
export function addRecords(scope: Construct, domain: Domain, distribution: Distribution): void {
  if (!domain?.certificateArn || !domain.hostedZoneId) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: domain.hostedZoneId,
    zoneName: domain.name,
  });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  new ARecord(scope, 'Record', { zone, target, recordName: `${domain.name}.` });
  new AaaaRecord(scope, 'RecordIpv6', { zone, target, recordName: `${domain.name}.` });
}

/** "https://…", where people meet the product. */
export const siteAddress = (domain: Domain, distribution: Distribution): string =>
  `https://${domain?.certificateArn ? domain.name : distribution.distributionDomainName}`;
