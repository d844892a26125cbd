import { Annotations, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import type { HttpApi, WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  FunctionCode,
  FunctionEventType,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { photoPrefix } from '#core/cars/photos.ts';
import { originSecretHeader } from '#core/contract/needs.ts';
import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { liveStageName } from './api.ts';
import { originMark } from './build/output.ts';
import { privateBucket } from './data.ts';
import { addRecords, domainOfDistribution, type StageFile, siteAddress } from './stage.ts';
import {
  apiRequest,
  appPage,
  appPathRewrite,
  clientAddressHeader,
  pageRequest,
  prerenderedPrefix,
  withoutWww,
} from './viewer-functions.ts';

type WebFilesProps = {
  directory: string;
  bucket: IBucket;
  /** "https://…", the public address: known when deploying, not when building. */
  publicOrigin: string;
  logRetention: RetentionDays;
};

/** Vite puts a content hash into these names, so browsers may cache them for good. */
const hashedFiles = 'assets/*';
/** Files that browsers revalidate on each use: the app's page and the prerendered pages. */
const pages = [appPage, `${prerenderedPrefix}*`];
/** The bundler's manifest is for the build. CloudFront compresses what it sends. */
const notDeployed = ['.vite'];

/** Uploads the app's files in a safe order: new assets beside the old ones first, then the pages that refer to them. */
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
        // Old assets stay: a page opened before the deployment still needs them.
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

/** The build with the real origin in place of its placeholder: search engines need absolute addresses. */
function builtFiles({ directory, publicOrigin }: WebFilesProps): ISource {
  const files = Source.asset(directory, { exclude: notDeployed });
  return {
    bind: (scope, context) => ({ ...files.bind(scope, context), markers: { [originMark]: publicOrigin } }),
  };
}

/**
 * Everything comes from our own origin. `connect-src 'self'` includes wss: on the same host (CSP level 3); naming the scheme
 * alone would allow every host.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * On every answer of the distribution, whatever the origin sends. No Cross-Origin-Opener-Policy: it would cut the window
 * opened by the Bilfund button off from the marketplace's page that sends it the cars (decision 8).
 */
const securityHeaders = (domain: StageFile['domain']): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy, override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(365),
    includeSubdomains: domain?.hstsForSubdomains ?? false,
    override: true,
  },
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
});

type WebProps = {
  httpApi: HttpApi;
  liveApi: WebSocketApi;
  photoBucket: IBucket;
  originSecret: ISecret;
  /** CloudFront path patterns of the HTTP API, "/api/*". */
  apiPaths: readonly string[];
  /** Patterns of public pages and pictures, "/car/*", cached at the edge as long as each answer says. */
  pagePaths: readonly string[];
} & Pick<StageFile, 'domain' | 'firewall'>;

/** The distribution: app, photos, API and live feed behind one origin for the browser. */
export class Web extends Construct {
  readonly appBucket: Bucket;
  readonly distribution: Distribution;
  /** "https://…", the public address. */
  readonly publicOrigin: string;

  constructor(scope: Construct, id: string, props: WebProps) {
    super(scope, id);
    this.appBucket = new Bucket(this, 'App', privateBucket);
    const responseHeadersPolicy = new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: securityHeaders(props.domain),
    });
    const apiHeadersPolicy = new ResponseHeadersPolicy(this, 'ApiHeaders', {
      securityHeadersBehavior: securityHeaders(props.domain),
      // Our functions always send it. Answers of the gateway itself (401, 404, 413, 429) do not.
      customHeadersBehavior: {
        customHeaders: [{ header: 'cache-control', value: 'no-store', override: false }],
      },
    });
    const files = { responseHeadersPolicy, cachePolicy: CachePolicy.CACHING_OPTIMIZED, compress: true };
    const toApi = this.gatewayBehavior(props.httpApi, props.originSecret, apiHeadersPolicy);
    const { domain } = props;
    const namesSite = (code: string) => (domain?.www ? withoutWww(code, domain.name) : code);
    const toPages: BehaviorOptions = {
      origin: toApi.origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: this.pageCache(),
      originRequestPolicy: this.pageOriginRequest(),
      functionAssociations: [this.onRequest('PageQueries', namesSite(pageRequest))],
      responseHeadersPolicy: apiHeadersPolicy,
      compress: true,
    };
    // Imported, because its own stack says who may read it (lib/data.ts): a policy here would make the stacks need each other.
    const { bucketArn, bucketRegionalDomainName } = props.photoBucket;
    const photoBucket = Bucket.fromBucketAttributes(this, 'Photos', { bucketArn, bucketRegionalDomainName });
    Annotations.of(this).acknowledgeWarning('@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac');
    // No error responses: they would replace an API's 404 by the app's page.
    this.distribution = new Distribution(this, 'Distribution', {
      defaultRootObject: 'index.html',
      defaultBehavior: {
        ...files,
        origin: S3BucketOrigin.withOriginAccessControl(this.appBucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        functionAssociations: [this.onRequest('AppPaths', namesSite(appPathRewrite))],
      },
      additionalBehaviors: {
        ...Object.fromEntries(props.apiPaths.map((path) => [path, toApi])),
        ...Object.fromEntries(props.pagePaths.map((path) => [path, toPages])),
        [`/${photoPrefix}*`]: {
          ...files,
          origin: S3BucketOrigin.withOriginAccessControl(photoBucket),
          viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        },
        [`/${liveStageName}`]: this.gatewayBehavior(
          props.liveApi,
          props.originSecret,
          apiHeadersPolicy,
          toApi.functionAssociations,
        ),
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...domainOfDistribution(this, props.domain),
      ...(props.firewall?.webAclArn && { webAclId: props.firewall.webAclArn }),
    });
    addRecords(this, props.domain, this.distribution);
    this.publicOrigin = siteAddress(props.domain, this.distribution);
  }

  private gatewayBehavior(
    api: HttpApi | WebSocketApi,
    originSecret: ISecret,
    responseHeadersPolicy: ResponseHeadersPolicy,
    functionAssociations: BehaviorOptions['functionAssociations'] = [
      this.onRequest('ClientAddress', apiRequest),
    ],
  ): BehaviorOptions {
    return {
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
        // Resolved by CloudFormation when deploying: the value is not in the template.
        customHeaders: { [originSecretHeader]: originSecret.secretValue.unsafeUnwrap() },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
      functionAssociations,
    };
  }

  // These functions get no cookie, no token and no other query, since their cached answers are shown to everybody.
  private pageCache(): CachePolicy {
    return new CachePolicy(this, 'PageCache', {
      comment: 'Pages and pictures for everybody, for as long as each says',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.allowList('lang', 'page'),
      headerBehavior: CacheHeaderBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  // Besides the cache key only the client address, for rate limits: anything outside the key must not change the answer.
  private pageOriginRequest(): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'PageOriginRequest', {
      comment: 'Who asks, for the limits of pages and pictures for everybody',
      headerBehavior: OriginRequestHeaderBehavior.allowList(clientAddressHeader),
    });
  }

  private onRequest(id: string, code: string) {
    const viewerFunction = new ViewerFunction(this, id, { code: FunctionCode.fromInline(code) });
    return { function: viewerFunction, eventType: FunctionEventType.VIEWER_REQUEST };
  }
}

const keysOf = (isPage: boolean) =>
  Object.entries<RouteRow>(contract)
    .filter(([, row]) => (row.content !== undefined && !row.isForOneReader) === isPage)
    .map(([key]) => key);

/** The contract's paths as CloudFront patterns, public pages apart from the app's API. */
export const sitePaths = { apiPaths: pathPatternsOf(keysOf(false)), pagePaths: pathPatternsOf(keysOf(true)) };

/** CloudFront's patterns for the contract's paths: "GET /api/cars/{id}" → "/api/*", "POST /scrape" → "/scrape". */
export function pathPatternsOf(routeKeys: readonly string[]): string[] {
  const patterns = routeKeys.map((key) => {
    const [first, ...rest] = key.slice(key.indexOf('/') + 1).split('/');
    return rest.length > 0 ? `/${first}/*` : `/${first}`;
  });
  return [...new Set(patterns)].sort();
}
