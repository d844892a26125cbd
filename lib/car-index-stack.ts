import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { EbsDeviceVolumeType } from 'aws-cdk-lib/aws-ec2';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type CfnDomain, Domain, EngineVersion, TLSSecurityPolicy } from 'aws-cdk-lib/aws-opensearchservice';
import type { Construct } from 'constructs';
import type { CarIndex } from './cloud.ts';
import type { StageFile } from './stage.ts';

export type CarIndexStackProps = StackProps & { size: NonNullable<StageFile['carIndex']> };

/**
 * The OpenSearch domain of the car list, in a stack of its own: it takes half an hour to create, has its own cost, and can
 * be deleted without losing data, since it is filled from the table (decision 14).
 */
export class CarIndexStack extends Stack {
  readonly carIndex: CarIndex;

  constructor(scope: Construct, id: string, { size, ...props }: CarIndexStackProps) {
    super(scope, id, props);
    const { nodes, instanceType, gigabytes } = size;
    const isCopied = nodes > 1;
    const domain = new Domain(this, 'Domain', {
      version: EngineVersion.OPENSEARCH_2_19,
      capacity: { dataNodes: nodes, dataNodeInstanceType: instanceType, multiAzWithStandbyEnabled: false },
      zoneAwareness: isCopied ? { enabled: true, availabilityZoneCount: 2 } : { enabled: false },
      ebs: { volumeType: EbsDeviceVolumeType.GP3, volumeSize: gigabytes },
      encryptionAtRest: { enabled: true },
      nodeToNodeEncryption: true,
      enforceHttps: true,
      tlsSecurityPolicy: TLSSecurityPolicy.TLS_1_2_PFS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Leaves access to the roles of its account. CDK's own property would add a custom resource function to set it.
    (domain.node.defaultChild as CfnDomain).accessPolicies = new PolicyDocument({
      statements: [
        new PolicyStatement({
          principals: [new AccountRootPrincipal()],
          actions: ['es:ESHttp*'],
          resources: ['*'],
        }),
      ],
    });
    this.carIndex = { endpoint: `https://${domain.domainEndpoint}`, arn: domain.domainArn };
  }
}
