/** The account and region of everything that runs locally. A real account never has the number of zeros. */
export const region = 'eu-north-1';
export const accountId = '000000000000';

/** `arn:aws:sqs:eu-north-1:000000000000:name`. */
export function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${region}:${accountId}:${resource}`;
}

/** S3 names its buckets and keys without region and account. */
export function bucketArn(bucket: string, key?: string): string {
  return key === undefined ? `arn:aws:s3:::${bucket}` : `arn:aws:s3:::${bucket}/${key}`;
}

/**
 * How much a request may carry that hands something on: an event entry and a whole PutEvents, a message and a whole batch.
 * AWS raised it from 256 KiB to 1 MiB, for queues in 2025 and for event buses in January 2026.
 */
export const mostPayloadBytes = 1_048_576;

const known = new Map<string, RegExp>();

/** The wildcards of policies, of behaviours and of copies: `*` is any run of characters, `?` one. */
export function wildcard(pattern: string): RegExp {
  const found = known.get(pattern);
  if (found) return found;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  known.set(pattern, expression);
  return expression;
}
