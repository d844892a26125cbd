import { type Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

type Acknowledgement = { id: string; reason: string };

/** Findings of the AwsSolutions checks that stand in our own parts, each with the reason. */
const ours: readonly Acknowledgement[] = [
  {
    id: 'AwsSolutions-APIG4',
    reason:
      'Routes of auth "public" and "optional" are open by the contract; the latter verify the token in the handler.',
  },
  {
    id: 'AwsSolutions-CFR1',
    reason: 'Danes abroad look for cars too, and no law asks for a restriction by country.',
  },
  {
    id: 'AwsSolutions-CFR2',
    reason:
      'Limits are token buckets per address and person of our own; a web ACL is an optional stack in us-east-1.',
  },
  {
    id: 'AwsSolutions-CFR3',
    reason:
      'The API writes access logs without addresses; logs of who looked at which car are data we do not want to hold.',
  },
  {
    id: 'AwsSolutions-CFR4',
    reason:
      'The default certificate of cloudfront.net fixes its own protocol floor; a domain of one’s own brings TLS 1.2.',
  },
  {
    id: 'AwsSolutions-COG1',
    reason:
      'The product specifies passwords of at least six characters and no other rule; attempts are limited per e-mail.',
  },
  {
    id: 'AwsSolutions-COG2',
    reason:
      'The product specifies e-mail and password; nothing of value can be spent or read with an account alone.',
  },
  {
    id: 'AwsSolutions-COG8',
    reason:
      'The paid feature plan adds threat protection by address, but behind the API the pool sees one address only.',
  },
  {
    id: 'AwsSolutions-S1',
    reason:
      'The buckets are reached by our functions and CloudFront alone; their calls are in CloudTrail and the API’s log.',
  },
  {
    id: 'AwsSolutions-SMG4',
    reason:
      'The register’s key is issued by its owner; the origin secret is replaced together with the distribution.',
  },
  {
    id: 'AwsSolutions-SQS3',
    reason:
      'The queue is itself the end of the line: it holds what the stream consumer gave up on, for the operator.',
  },
];

/** Wildcards that end an ARN below one resource of ours: keys and connections are not known before they exist. */
const ownWildcards: readonly Acknowledgement[] = [
  {
    id: 'AwsSolutions-IAM5[Resource::<Data178AD3D0.Arn>/*]',
    reason: 'Objects of the pipeline’s own bucket: models and kept pages, named by their version.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<DataPhotos47158AA7.Arn>/photos/*]',
    reason: 'Photos are named by the hash of their bytes.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::arn:aws:execute-api:eu-north-1:<AWS::AccountId>:<LiveSockets0FE94150>/live/POST/@connections/*]',
    reason: 'Socket ids are made by API Gateway when a browser connects.',
  },
];

/** Only on the function that CDK brings along to copy the app into its bucket: none of it is ours to narrow. */
const cdksOwn: readonly Acknowledgement[] = [
  { id: 'AwsSolutions-IAM4', reason: 'CDK’s own deployment function uses the basic execution policy.' },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'CDK’s own deployment function grants itself the app’s bucket and the asset bucket.',
  },
  { id: 'AwsSolutions-L1', reason: 'CDK chooses the runtime of its own deployment function.' },
];

const cdksDeploymentFunction = 'Custom::CDKBucketDeployment';

function acknowledgeOn(scope: IConstruct, list: readonly Acknowledgement[]): void {
  Validations.of(scope).acknowledge(...list.map(({ id, reason }) => ({ id: `AwsSolutions::${id}`, reason })));
}

/** Seventeen acknowledgements, by hand, one by one: a new finding is a decision somebody takes. */
export function acknowledge(stack: Stack): void {
  acknowledgeOn(stack, [...ours, ...ownWildcards]);
  for (const child of stack.node.children)
    if (child.node.id.startsWith(cdksDeploymentFunction)) acknowledgeOn(child, cdksOwn);
}
