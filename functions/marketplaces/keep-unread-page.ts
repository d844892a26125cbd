import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { env } from '#functions/platform/settings.ts';

/** Stores the copy of a page that the parser did not understand. A lifecycle rule of the bucket deletes it by its prefix. */
export async function keepUnreadPage(key: string, copy: string): Promise<void> {
  const client = new S3Client({ forcePathStyle: true });
  try {
    await client.send(
      new PutObjectCommand({
        Bucket: env('UNREAD_PAGES_BUCKET'),
        Key: key,
        Body: copy,
        ContentType: 'text/plain; charset=utf-8',
      }),
    );
  } finally {
    client.destroy();
  }
}
