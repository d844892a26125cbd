import { photoPrefix } from '#core/cars/photos.ts';
import { env } from '#functions/platform/settings.ts';

/** Deletes the photos in a folder (`photo-keys.ts`), a thousand per call to S3. Idempotent. Returns how many there were. */
export async function deletePhotos(folder: string): Promise<number> {
  // The largest SDK client, loaded only when photos are to go: for an erasure, after the password was checked.
  const { DeleteObjectsCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ forcePathStyle: true });
  let count = 0;
  try {
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({
          Bucket: env('PHOTO_BUCKET'),
          Prefix: `${photoPrefix}${folder}`,
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
