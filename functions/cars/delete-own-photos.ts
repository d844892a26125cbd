import { photoPrefix } from '#core/cars/photos.ts';
import { ownFolder } from '#functions/platform/photo-keys.ts';
import { env } from '#functions/platform/settings.ts';

/** Deletes the photos of a person's own cars, up to a thousand at once. Repeating it is safe. Returns how many there were. */
export async function deleteOwnPhotos(userId: string): Promise<number> {
  // The largest of the clients: not loaded before the password was right.
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
      if (Errors.length > 0) throw new Error(`${Errors.length} photos stay: ${Errors[0]?.Code}`);
      count += Objects.length;
    }
  } finally {
    client.destroy();
  }
}
