import { listen } from 'local-cloud/wire/http.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';

export type PhotoOrigin = {
  origin: string;
  /** The address of a photo in which this plate can be read; of a car seen from the side without one. */
  photoOf(plate: string | null): Promise<string>;
  /** The address of something that calls itself a photo. */
  notAPhoto: string;
  missing: string;
  /** Paths of all that was asked for, in order. */
  asked: string[];
  close(): Promise<void>;
};

/** The photos of a marketplace on a port of its own, drawn when they are first named. */
export async function startPhotoOrigin(): Promise<PhotoOrigin> {
  const photos = new Map<string, Buffer>([['/broken.jpg', Buffer.from('<html>not a photo</html>')]]);
  const asked: string[] = [];
  const { origin, close } = await listen((request, response) => {
    asked.push(request.url ?? '');
    const photo = photos.get(request.url ?? '');
    response.writeHead(photo ? 200 : 404, { 'content-type': 'image/jpeg' }).end(photo);
  });
  return {
    origin,
    async photoOf(plate) {
      const path = `/${plate ?? 'side'}.jpg`;
      const spaced = plate && `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}`;
      const drawn = spaced && { text: spaced, x: 150, y: 190, widthPx: 200 };
      if (!photos.has(path)) photos.set(path, await drawPhoto(drawn || null, { width: 500, height: 300 }));
      return `${origin}${path}`;
    },
    notAPhoto: `${origin}/broken.jpg`,
    missing: `${origin}/gone.jpg`,
    asked,
    close,
  };
}
