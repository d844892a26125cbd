import type { Car } from '#core/car/car.ts';
import { isPrivateCarId } from '#core/car/car-id.ts';
import { type Language, readLanguage } from '#core/language.ts';
import { isPublic } from '#core/page/car-page.ts';
import { ownPicture, sharePictureOf } from '#core/page/share-picture.ts';
import { findCar } from '#functions/_adapters/dynamodb/car-ids.ts';
import { readPhoto } from '#functions/_adapters/read-objects.ts';
import { drawCarCard, drawOwnCard } from '#functions/_adapters/share-card/draw-card.ts';
import { loadSharp } from '#functions/_adapters/share-card/drawing-library.ts';
import { log } from '#functions/_runtime/log.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { findUntold } from '#functions/use-cases/cars/reach-car.ts';

async function findPublic(id: string): Promise<Car | null> {
  const stored = await findCar(id, null);
  return stored && isPublic(stored.car) ? stored.car : null;
}

async function drawCar(car: Car, language: Language): Promise<Uint8Array> {
  const picture = sharePictureOf(car, language);
  const photo = picture.photo && (await readPhoto(picture.photo));
  if (picture.photo && !photo) log.warn('a photo of the catalog is not in its store', { carId: car.id });
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

export const handler = endpoint('GET /share/{id}', async ({ params, query }) => {
  const language = readLanguage(query.lang);
  const [car] = await Promise.all([
    isPrivateCarId(params.id) ? null : findUntold(params.id, () => findPublic(params.id)),
    loadSharp(),
  ]);
  return car ? drawCar(car, language) : drawOwn(language);
});
