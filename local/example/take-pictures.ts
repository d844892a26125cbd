import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { exampleImportFolder } from '#core/imports/example-import.ts';
import type { RunningBilfund } from '../run-bilfund.ts';

const cardWidthPx = 400;
const quality = 84;

/** The first picture of each car as visitors see it, small, by its key in the photo bucket. */
async function blurredKeys({ cloud }: RunningBilfund, carIds: readonly string[]): Promise<string[]> {
  // The stores read the environment when they are loaded. No route returns the blurred picture of a locked car.
  const functions = cloud.registry.all().map((fn) => fn.definition.environment);
  Object.assign(process.env, ...functions, cloud.administratorEnvironment);
  const { getCars } = await import('#functions/cars/store.ts');
  const photos = new Map((await getCars(carIds)).map(({ car }) => [car.id, car.photos[0]]));
  return carIds.map((id) => {
    const photo = photos.get(id);
    if (!photo) throw new Error(`Car ${id} has no photo.`);
    return photo.blurredLarge ?? photo.large;
  });
}

/** A car's first picture as visitors see it, in 3:2 as the card shows it, whatever the photo's shape. */
async function takePicture(running: RunningBilfund, key: string, width: number): Promise<Buffer> {
  const response = await fetch(`${running.url}/photos/${key}`);
  if (!response.ok) throw new Error(`Picture ${key}: ${response.status}`);
  return sharp(Buffer.from(await response.arrayBuffer()))
    .resize({ width, height: Math.round((width * 2) / 3), fit: 'cover' })
    .webp({ quality, effort: 6 })
    .toBuffer();
}

/** The picture of one car, `width` pixels wide. */
export async function takeOnePicture(running: RunningBilfund, carId: string, width: number): Promise<Buffer> {
  const [key] = await blurredKeys(running, [carId]);
  return takePicture(running, key!, width);
}

/**
 * Writes one picture per car into `folder`, named by place and content; returns their addresses, in the order of the cars.
 */
export async function takePictures(
  running: RunningBilfund,
  carIds: readonly string[],
  folder: string,
): Promise<string[]> {
  const addresses: string[] = [];
  for (const [place, key] of (await blurredKeys(running, carIds)).entries()) {
    const picture = await takePicture(running, key, cardWidthPx);
    const content = createHash('sha256').update(picture).digest('hex').slice(0, 8);
    const name = `${String(place + 1).padStart(2, '0')}-${content}.webp`;
    await writeFile(join(folder, name), picture);
    console.info(`${name}: ${(picture.byteLength / 1024).toFixed(1)} KB`);
    addresses.push(`${exampleImportFolder}/${name}`);
  }
  return addresses;
}
