import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Car } from '#core/car/car.ts';
import { isPrivateCarId } from '#core/car/car-id.ts';
import { type Language, readLanguage } from '#core/language.ts';
import { isPublic } from '#core/page/car-page.ts';
import { ownPicture, type SharePicture, sharePictureOf } from '#core/page/share-picture.ts';
import { loadSharp } from '#functions/_adapters/drawing-library.ts';
import { findCar } from '#functions/_adapters/dynamodb/car-ids.ts';
import { readPhoto } from '#functions/_adapters/read-objects.ts';
import { drawCarCard, drawOwnCard } from '#functions/_adapters/share-card/draw-card.ts';
import { log } from '#functions/_runtime/log.ts';
import { hasTag, Reply, Unchanged } from '#functions/_runtime/reply.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { findUntold } from '#functions/use-cases/cars/reach-car.ts';

async function findPublic(id: string): Promise<Car | null> {
  const stored = await findCar(id, null);
  return stored && isPublic(stored.car) ? stored.car : null;
}

/** The function as it is deployed: another way of drawing is another file. */
const drawnBy = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest();

/**
 * Names a picture by all that it is drawn of; a photo's key is the hash of its bytes. Messengers and the edge ask for a card
 * again every ten minutes: drawn is only what they have not.
 */
const tagOf = (content: SharePicture | Language): string =>
  createHash('sha256').update(drawnBy).update(JSON.stringify(content)).digest('base64url').slice(0, 22);

async function drawCar(carId: string, picture: SharePicture): Promise<Uint8Array> {
  const photo = picture.photo && (await readPhoto(picture.photo));
  if (picture.photo && !photo) log.warn('a photo of the catalog is not in its store', { carId });
  return drawCarCard(picture, photo || null);
}

// The product's own picture never changes while a function lives.
const own = new Map<Language, Promise<Uint8Array>>();

function drawOwn(language: Language): Promise<Uint8Array> {
  const drawn = own.get(language) ?? drawOwnCard(ownPicture(language));
  own.set(language, drawn);
  drawn.catch(() => own.delete(language));
  return drawn;
}

export const handler = endpoint('GET /share/{id}', async ({ params, query }, _, { headers }) => {
  const language = readLanguage(query.lang);
  const known = headers['if-none-match'];
  const [car] = await Promise.all([
    isPrivateCarId(params.id) ? null : findUntold(params.id, () => findPublic(params.id)),
    // Who names a picture has it, as a rule.
    known ? null : loadSharp(),
  ]);
  const picture = car && sharePictureOf(car, language);
  const tag = tagOf(picture ?? language);
  if (hasTag(known, tag)) return new Unchanged(tag);
  return new Reply(await (picture ? drawCar(car.id, picture) : drawOwn(language)), { tag });
});
