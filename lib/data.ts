import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { unreadPagesDays, unreadPagesPrefix } from '#core/marketplaces/marketplace.ts';

type TableIndex = { name: 'gsi1' | 'gsi2' | 'gsi3'; projected: 'keys' | readonly string[] };

/**
 * The indexes of the table and what each projects besides keys; an index's keys are `<name>pk` and `<name>sk`. All were
 * created with the first deployment, one of them spare, because an index's projection cannot be changed.
 */
export const tableIndexes: readonly TableIndex[] = [
  // The catalog reads whole cards from the index. A single attribute, because it can grow while a list of projected names
  // cannot.
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

/** The table, and the buckets of photos and of the service's own files. All are kept when the stack is deleted. */
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
      // What was erased is gone from here as soon as the privacy page promises.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 30 },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.photoBucket = new Bucket(this, 'Photos', privateBucket);
    this.photoBucket.addToResourcePolicy(readByCloudFront(this.photoBucket));
    this.dataBucket = new Bucket(this, 'Data', {
      ...privateBucket,
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(30) },
        // Rewritten four times an hour, and rebuilt from the table if lost.
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

/** For any distribution of the account: the stage's own stands in the main stack, which refers to the bucket. */
const readByCloudFront = (bucket: Bucket): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
    actions: ['s3:GetObject'],
    resources: [bucket.arnForObjects('*')],
    conditions: { ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${Aws.ACCOUNT_ID}:distribution/*` } },
  });

/** Closed to the public, encrypted, TLS only, kept when the stack is deleted. */
export const privateBucket: BucketProps = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN,
};
