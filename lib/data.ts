import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { unreadPagesDays, unreadPagesPrefix } from '#core/marketplaces/marketplace.ts';

type TableIndex = { name: 'gsi1' | 'gsi2' | 'gsi3'; projected: 'keys' | readonly string[] };

/**
 * The indexes of the one table and what each holds besides keys; an index's keys are `<name>pk` and `<name>sk`. All exist
 * from the first deployment: what an index projects cannot change later, and one was kept spare.
 */
export const tableIndexes: readonly TableIndex[] = [
  // The catalog reads whole cards from the index; one attribute may grow where a list of names may not.
  { name: 'gsi1', projected: ['card'] },
  { name: 'gsi2', projected: 'keys' },
  { name: 'gsi3', projected: 'keys' },
];

/** The catalog's snapshots, in the bucket of the service's own files. */
export const catalogPrefix = 'catalog/';

const text = (name: string) => ({ name, type: AttributeType.STRING });

const projection = (projected: 'keys' | readonly string[]): Partial<GlobalSecondaryIndexPropsV2> =>
  projected === 'keys'
    ? { projectionType: ProjectionType.KEYS_ONLY }
    : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projected] };

/** The one table, and the buckets of photos and of the pipeline's own files. Nothing here dies with the stack. */
export class Data extends Construct {
  readonly table: TableV2;
  readonly photoBucket: Bucket;
  readonly dataBucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      globalSecondaryIndexes: tableIndexes.map(({ name, projected }) => ({
        indexName: name,
        partitionKey: text(`${name}pk`),
        sortKey: text(`${name}sk`),
        ...projection(projected),
      })),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      timeToLiveAttribute: 'ttl',
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.photoBucket = new Bucket(this, 'Photos', privateBucket);
    this.dataBucket = new Bucket(this, 'Data', {
      ...privateBucket,
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(30) },
        // Written anew four times an hour, and made again from the table when it is lost.
        {
          prefix: catalogPrefix,
          noncurrentVersionExpiration: Duration.days(1),
          expiredObjectDeleteMarker: true,
        },
        {
          prefix: unreadPagesPrefix,
          expiration: Duration.days(unreadPagesDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
  }
}

/** Closed to the public, encrypted, TLS only, kept when the stack goes. */
export const privateBucket: BucketProps = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN,
};
