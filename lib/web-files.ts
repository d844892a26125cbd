import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { originMark } from './build/output.ts';
import { appPage, prerenderedPrefix } from './viewer-functions.ts';

type WebFilesProps = {
  /** The built app. */
  directory: string;
  bucket: IBucket;
  /** "https://…" where people meet the product: known when it is deployed, not when it is built. */
  publicOrigin: string;
  logRetention: RetentionDays;
};

/** Vite names these by their content, so a browser never has to ask again. */
const hashedFiles = 'assets/*';
/** What browsers ask for every time: the app's page, and the pages that are there before the app runs. */
const pages = [appPage, `${prerenderedPrefix}*`];
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
        sources: [builtFiles(props)],
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
    const others = deploy('Others', [...pages, hashedFiles], [], [CacheControl.maxAge(Duration.hours(1))]);
    const last = deploy('Page', ['*'], pages, [CacheControl.noCache()]);
    last.node.addDependency(assets, others);
  }
}

/** The build with the real origin in place of its mark: search engines take whole addresses only. */
function builtFiles({ directory, publicOrigin }: WebFilesProps): ISource {
  const files = Source.asset(directory, { exclude: notDeployed });
  return {
    bind: (scope, context) => ({ ...files.bind(scope, context), markers: { [originMark]: publicOrigin } }),
  };
}
