import { S3Client } from '@aws-sdk/client-s3';

/** One client per execution environment. Path style works everywhere: a bucket's name need not be a host name. */
export const objectClient = new S3Client({ forcePathStyle: true });
