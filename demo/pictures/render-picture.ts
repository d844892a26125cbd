import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createRandom } from '#demo/cars/random.ts';
import plateIndex from './layers/plates.json' with { type: 'json' };
import {
  cabinName,
  carLayers,
  carName,
  type LayeredView,
  type PlateIndex,
  pictureHeight,
  pictureWidth,
  type SceneName,
  sceneFile,
  scenePage,
} from './layers.ts';
import { addDents, addWear, applyPaint, type Layers, type SceneLight, sceneLights } from './paint.ts';
import { mirrorCorners, mountDrawing, odometerDrawing, plateDrawing } from './plate.ts';
import { develop } from './snapshot.ts';
import { type CabinSpec, type DrawnSpec, isLayered, type LayeredSpec, type PictureSpec } from './spec.ts';

const plates = plateIndex as unknown as PlateIndex;

const layerFile = (name: string) => fileURLToPath(new URL(`layers/${name}`, import.meta.url));

/** Frames as raw RGB, one below the other. */
const readFrames = (file: string, page: number, pages: number) =>
  sharp(layerFile(file), { page, pages }).removeAlpha().raw().toBuffer();

const frameBytes = pictureWidth * pictureHeight * 3;

async function readLayers(name: string, scene: SceneName, view: LayeredView): Promise<Layers> {
  const [car, place] = await Promise.all([
    readFrames(`${name}.webp`, 0, carLayers.length),
    readFrames(sceneFile(scene), scenePage(view), 1),
  ]);
  const frame = (layer: (typeof carLayers)[number]) => {
    const at = carLayers.indexOf(layer) * frameBytes;
    return car.subarray(at, at + frameBytes);
  };
  return { black: frame('black'), added: frame('added'), through: frame('through'), place };
}

/** One photo of a car as JPEG, put together from its rendered layers: place, paint, wear, plate. Equal specs give equal bytes. */
async function composePicture(spec: LayeredSpec): Promise<Buffer> {
  const { shape, look, scene, view, seed, isMirrored, plate } = spec;
  const name = carName(shape, look, view);
  const layers = await readLayers(name, scene, view);
  const exposure = createRandom('exposure', seed, view).between(0.94, 1.06);
  const picture = applyPaint(layers, { ...spec, light: sceneLights[scene], exposure });
  addDents(picture, layers.added, spec);
  addWear(picture, layers.added, spec);
  const corners = plates[name];
  if (corners)
    await mountDrawing(picture, isMirrored ? mirrorCorners(corners) : corners, plateDrawing(plate));
  return develop(picture, spec);
}

/** How dark it is in a car, whatever the weather. */
const cabinLight: SceneLight = { car: 1.6, place: 1.15, tint: [1.03, 1, 0.96], shadow: 1 };

/** The same of a car's inside: the place is seen through its windows, the mileage on its instruments. */
async function composeCabin(spec: CabinSpec): Promise<Buffer> {
  const { era, scene, cloth, seed, odometerKm } = spec;
  const layers = await readLayers(cabinName(era), scene, 'front');
  const light = { ...cabinLight, car: cabinLight.car * Math.max(0.7, sceneLights[scene].car) };
  const exposure = createRandom('exposure', seed, 'inside').between(0.94, 1.06);
  const picture = applyPaint(layers, { paint: cloth, isMirrored: false, light, exposure });
  await mountDrawing(picture, plates[cabinName(era)]!, odometerDrawing(odometerKm));
  return develop(picture, spec);
}

/** The demo's one motorcycle before the rendered place, as a JPEG. */
async function drawMotorcyclePicture({ scene, isMirrored }: DrawnSpec): Promise<Buffer> {
  const motorcycle = await sharp(layerFile('motorcycle.webp')).flop(isMirrored).toBuffer();
  return sharp(layerFile(sceneFile(scene)), { page: scenePage('side') })
    .removeAlpha()
    .composite([{ input: motorcycle }])
    .jpeg({ quality: 68 })
    .toBuffer();
}

/** Part of every cache key: raise it when a drawing or a layer changes. */
export const drawingVersion = 6;

/** Makes one photo as a 1200 × 900 JPEG. Equal specs give equal bytes on one machine. */
export async function renderPicture(spec: PictureSpec): Promise<Buffer> {
  if (isLayered(spec)) return composePicture(spec);
  return spec.view === 'interior' ? composeCabin(spec) : drawMotorcyclePicture(spec);
}
