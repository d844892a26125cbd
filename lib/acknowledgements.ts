import { type Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

type Acknowledgement = {
  /** Paths of the constructs it applies to, so that a new queue or bucket is not covered. */
  at: readonly string[];
  rule: string;
  /**
   * Single findings, for rules that report several per construct; written as if account and region were unknown. `<data>` is
   * the name of the data stack.
   */
  findings?: readonly string[];
  reason: string;
};

// CDK names its deployment function by its memory; we cannot narrow its rights.
const cdksDeployment = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB';
const distribution = ['Web/Distribution'];
const userPool = ['Auth/Users'];

/** Accepted findings of the AwsSolutions checks about the main and the data stack. Accepting a new one is a deliberate decision. */
export const acknowledgements: readonly Acknowledgement[] = [
  {
    at: ['Api/Routes'],
    rule: 'APIG4',
    reason:
      'Routes of auth "public" and "optional" are open by the contract; the latter verify the token in the handler.',
  },
  {
    at: ['Live/Sockets'],
    rule: 'APIG4',
    reason: 'A socket is opened with a one-time ticket from a route that requires a token.',
  },
  {
    at: ['Live/Stage'],
    rule: 'APIG1',
    reason:
      'WebSocket access logs need a role for the whole account; opening, closing and failing is logged by the functions.',
  },
  {
    at: distribution,
    rule: 'CFR1',
    reason: 'Danes abroad look for cars too, and no law asks for a restriction by country.',
  },
  {
    at: distribution,
    rule: 'CFR2',
    reason:
      'Limits are token buckets per address and person of our own; a web ACL costs by itself, and is an option of the stage’s file.',
  },
  {
    at: distribution,
    rule: 'CFR3',
    reason:
      'The API writes access logs without addresses; who looked at which car is data we do not want to hold.',
  },
  {
    at: distribution,
    rule: 'CFR4',
    reason:
      'CloudFront’s own name and certificate fix their own protocol floor; a domain in the stage’s file brings TLS 1.2.',
  },
  {
    at: userPool,
    rule: 'COG1',
    reason: 'The product specifies at least six characters and no other rule; attempts are limited.',
  },
  {
    at: userPool,
    rule: 'COG2',
    reason: 'The product specifies e-mail and password; an account alone cannot spend anything.',
  },
  {
    at: userPool,
    rule: 'COG8',
    reason:
      'The paid plan’s threat protection goes by address, and behind the API the pool sees one address only.',
  },
  {
    at: ['Data/Photos', 'Data/Data', 'Web/App'],
    rule: 'S1',
    reason: 'Only our functions and CloudFront reach the buckets; a log would hold who looked at which car.',
  },
  {
    at: ['OriginSecret', 'RegisterKey', 'StripeKey', 'StripeWebhookKey'],
    rule: 'SMG4',
    reason:
      'The register’s owner and Stripe issue their keys; the origin secret is changed by "npm run ops -- rotate", with CloudFront.',
  },
  {
    at: ['PushKey'],
    rule: 'SMG4',
    reason: 'Every browser that takes pushes was registered with this key: a new one would silence them all.',
  },
  {
    at: ['Queues/StreamFailures'],
    rule: 'SQS3',
    reason: 'It is itself the end of the line: what the stream consumer gave up on, with an alarm.',
  },
  {
    at: ['Functions'],
    rule: 'IAM5',
    findings: [
      'Resource::<data>:ExportsOutputFnGetAttData178AD3D0Arn39703C21/*',
      'Resource::<data>:ExportsOutputFnGetAttData178AD3D0Arn39703C21/catalog/*',
      'Resource::<data>:ExportsOutputFnGetAttData178AD3D0Arn39703C21/unread-pages/*',
      'Resource::<data>:ExportsOutputFnGetAttDataPhotos47158AA7Arn4FE7A55E/photos/*',
      'Resource::<data>:ExportsOutputFnGetAttDataPhotos47158AA7Arn4FE7A55E/photos/car/*',
      'Resource::<data>:ExportsOutputFnGetAttDataPhotos47158AA7Arn4FE7A55E/photos/own/*',
    ],
    reason:
      'Objects are named as they are written: models, pages kept and not understood, the catalog’s chunks, photos that nobody can guess.',
  },
  {
    at: ['Functions'],
    rule: 'IAM5',
    findings: [
      'Resource::arn:aws:execute-api:<AWS::Region>:<AWS::AccountId>:<LiveSockets0FE94150>/live/POST/@connections/*',
      'Resource::arn:aws:execute-api:<AWS::Region>:<AWS::AccountId>:<LiveSockets0FE94150>/live/DELETE/@connections/*',
    ],
    reason: 'API Gateway makes the ids of sockets when browsers connect.',
  },
  {
    at: ['Publish', 'IndexCars', 'Scrape', 'Identify', 'Rate', 'Notify'].map((name) => `Functions/${name}`),
    rule: 'IAM5',
    findings: ['Resource::*'],
    reason:
      'Listing streams and writing traces name no kind of resource: the names of this account’s streams can be told, nothing else read.',
  },
  {
    at: [cdksDeployment],
    rule: 'IAM4',
    findings: ['Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
    reason: 'CDK’s own function, which copies the app into its bucket, uses the basic policy.',
  },
  {
    at: [cdksDeployment],
    rule: 'IAM5',
    findings: [
      'Action::s3:Abort*',
      'Action::s3:DeleteObject*',
      'Action::s3:GetBucket*',
      'Action::s3:GetObject*',
      'Action::s3:List*',
      'Resource::<WebAppE4D87402.Arn>/*',
      'Resource::arn:aws:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
    ],
    reason: 'The same function reads any built asset and writes any file of the app’s bucket, and no other.',
  },
  { at: [cdksDeployment], rule: 'L1', reason: 'CDK chooses the runtime of the same function.' },
];

/** Findings about the OpenSearch domain. */
const ofDomain: readonly Acknowledgement[] = [
  {
    at: ['Domain'],
    rule: 'OS1',
    reason: 'Our functions stand in no network of their own; every call to the domain is signed by a role.',
  },
  {
    at: ['Domain'],
    rule: 'OS3',
    reason:
      'Lambda has no addresses to allow: the domain allows nobody, and roles say what each function may ask.',
  },
  {
    at: ['Domain'],
    rule: 'OS4',
    reason: 'Two nodes need no masters of their own, and what is lost is built again from the table.',
  },
  {
    at: ['Domain'],
    rule: 'OS9',
    findings: ['LogExport::SEARCH_SLOW_LOGS', 'LogExport::INDEX_SLOW_LOGS'],
    reason: 'Slow searches would be logged with what people searched for, plates among them.',
  },
];

/** The checks name a stack's account and region as its template does: as pseudo parameters only while they are unknown. */
function asReported(finding: string, { account, region }: Stack, data: Stack | undefined): string {
  const known = {
    '<AWS::AccountId>': account,
    '<AWS::Region>': region,
    '<data>': data?.stackName ?? '<data>',
  };
  return Object.entries(known).reduce(
    (text, [name, value]) => (Token.isUnresolved(value) ? text : text.replaceAll(name, value)),
    finding,
  );
}

/** Registers the accepted findings with the checks; fails when one of their constructs no longer exists. */
export const acknowledge = (stack: Stack, data: Stack): void => acknowledgeAll(stack, acknowledgements, data);

/** The same for the stack of the car index. */
export function acknowledgeCarIndex(stack: Stack, domain: Stack): void {
  acknowledgeAll(domain, ofDomain);
  acknowledgeAll(stack, [
    {
      at: ['Functions'],
      rule: 'IAM5',
      findings: [`Resource::${domain.stackName}:ExportsOutputFnGetAttDomain66AC69E0ArnA2ECE2E0/cars-*`],
      reason: 'Every build of the index has a name of its own, by its format and when it began.',
    },
  ]);
}

function acknowledgeAll(stack: Stack, all: readonly Acknowledgement[], data?: Stack): void {
  for (const { at, rule, findings, reason } of all) {
    const ids = findings ? findings.map((finding) => `${rule}[${asReported(finding, stack, data)}]`) : [rule];
    const said = ids.map((id) => ({ id: `AwsSolutions::AwsSolutions-${id}`, reason }));
    for (const path of at)
      Validations.of(constructAt(isIn(data, path) ? data : stack, path)).acknowledge(...said);
  }
}

const isIn = (stack: Stack | undefined, path: string): stack is Stack =>
  stack?.node.tryFindChild(path.split('/')[0]!) !== undefined;

function constructAt(stack: Stack, path: string): IConstruct {
  return path.split('/').reduce((scope: IConstruct, id) => scope.node.findChild(id), stack);
}
