import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';

type WebFilesProps = {
  /** The built app. */
  directory: string;
  bucket: IBucket;
  logRetention: RetentionDays;
};

/** Vite names these by their content, so a browser never has to ask again. */
const hashedFiles = 'assets/*';
const page = 'index.html';
/** Compressed files are for a server without a CDN: CloudFront compresses by itself. The manifest is the build's own. */
const notDeployed = ['**/*.br', '**/*.gz', '.vite'];

/** The app's files in an order that no visitor notices: new assets beside the old ones first, the page that names them last. */
export class WebFiles extends Construct {
  constructor(scope: Construct, id: string, props: WebFilesProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deploy = (name: string, exclude: string[], include: string[], cacheControl: CacheControl[]) =>
      new BucketDeployment(this, name, {
        sources: [Source.asset(props.directory, { exclude: notDeployed })],
        destinationBucket: props.bucket,
        exclude,
        include,
        cacheControl,
        // Old assets stay: a page opened before the deployment still asks for them.
        prune: false,
        retainOnDelete: true,
        memoryLimit: 512,
        logGroup,
      });
    const year = CacheControl.maxAge(Duration.days(365));
    const assets = deploy('Assets', ['*'], [hashedFiles], [year, CacheControl.immutable()]);
    const others = deploy('Others', [page, hashedFiles], [], [CacheControl.maxAge(Duration.hours(1))]);
    const pages = deploy('Page', ['*'], [page], [CacheControl.noCache()]);
    pages.node.addDependency(assets, others);
  }
}
