import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createRandom } from '#demo/cars/random.ts';
import { applyPaint, type Layers } from './apply-paint.ts';
import { addDents } from './dents.ts';
import { cabinName, carLayers, carName, type PlateIndex, sceneFile } from './layers.ts';
import { mirrorCorners, mountDrawing } from './mount-drawing.ts';
import { odometerDrawing } from './odometer.ts';
import { plateDrawing } from './plate.ts';
import { type SceneLight, sceneLights } from './scene-light.ts';
import { develop } from './snapshot.ts';
import type { CabinSpec, LayeredSpec } from './spec.ts';
import { addWear } from './wear.ts';

const layerFile = (name: string) => fileURLToPath(new URL(`layers/${name}`, import.meta.url));

let plateIndex: Promise<PlateIndex> | undefined;

function readPlateIndex(): Promise<PlateIndex> {
  plateIndex ??= readFile(layerFile('plates.json'), 'utf8').then((text) => JSON.parse(text) as PlateIndex);
  return plateIndex;
}

/** As raw RGB. */
const readLayer = (file: string) => sharp(layerFile(file)).removeAlpha().raw().toBuffer();

async function readLayers(name: string, place: string): Promise<Layers> {
  const [black, added, through, behind] = await Promise.all([
    ...carLayers.map((layer) => readLayer(`${name}.${layer}.webp`)),
    readLayer(place),
  ]);
  return { black: black!, added: added!, through: through!, place: behind! };
}

/** One photo of a car as JPEG, put together from its rendered layers: place, paint, wear, plate. Equal specs give equal bytes. */
export async function composePicture(spec: LayeredSpec): Promise<Buffer> {
  const { shape, look, scene, view, seed, isMirrored, plate } = spec;
  const name = carName(shape, look, view);
  const [layers, plates] = await Promise.all([readLayers(name, sceneFile(scene, view)), readPlateIndex()]);
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
export async function composeCabin(spec: CabinSpec): Promise<Buffer> {
  const { era, scene, cloth, seed, odometerKm } = spec;
  const [layers, plates] = await Promise.all([
    readLayers(cabinName(era), sceneFile(scene, 'front')),
    readPlateIndex(),
  ]);
  const light = { ...cabinLight, car: cabinLight.car * Math.max(0.7, sceneLights[scene].car) };
  const exposure = createRandom('exposure', seed, 'inside').between(0.94, 1.06);
  const picture = applyPaint(layers, { paint: cloth, isMirrored: false, light, exposure });
  await mountDrawing(picture, plates[cabinName(era)]!, odometerDrawing(odometerKm));
  return develop(picture, spec);
}
