import { photoPrefix } from '#core/cars/photos.ts';
import { ownFolder } from '#functions/platform/photo-keys.ts';
import { env } from '#functions/platform/settings.ts';

/** Deletes the photos of a person's own cars, a thousand per call to S3. Idempotent. Returns how many there were. */
export async function deleteOwnPhotos(userId: string): Promise<number> {
  // The largest SDK client, loaded only after the password was checked.
  const { DeleteObjectsCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ forcePathStyle: true });
  let count = 0;
  try {
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({
          Bucket: env('PHOTO_BUCKET'),
          Prefix: `${photoPrefix}${ownFolder(userId)}`,
        }),
      );
      if (Contents.length === 0) return count;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: env('PHOTO_BUCKET'), Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} photos were not deleted: ${Errors[0]?.Code}`);
      count += Objects.length;
    }
  } finally {
    client.destroy();
  }
}
