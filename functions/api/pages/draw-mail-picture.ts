import { isOwnPhoto, photoOfMailPicture } from '#core/car/photo-paths.ts';
import { Failure } from '#core/failure.ts';
import { drawMailPicture } from '#functions/_adapters/mail-picture.ts';
import { readPhoto } from '#functions/_adapters/read-objects.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { endpoint } from '#functions/api/endpoint.ts';

/** Whoever has the address has the photo's key, which nobody can guess: what lies there is shown, as the photo itself is. */
export const handler = endpoint('GET /picture/{folder}/{photo}', async ({ params }) => {
  const key = photoOfMailPicture(params.folder, params.photo);
  const photo = await readPhoto(key);
  if (!photo) throw new Failure(404, 'not_found', 'There is no such picture.');
  return new Reply(await drawMailPicture(photo), { isForOneReader: isOwnPhoto(key) });
});
