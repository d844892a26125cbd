import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom } from '#demo/cars/random.ts';
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
import { type Era, type Grille, type LookName, looksOf, type ShapeName } from './looks.ts';
import { addDents, addWear, applyPaint, type Layers, type SceneLight, sceneLights } from './paint.ts';
import { mirrorCorners, mountDrawing, odometerDrawing, plateDrawing } from './plate.ts';
import { develop } from './snapshot.ts';
import type { CabinSpec, LayeredSpec } from './spec.ts';

/** Of the models that the demo calls SUVs and coupés, those that are drawn smaller or higher. */
const smallSuvs =
  'Puma|2008|Captur|Mokka|Juke|CX-3|Vitara|SX4 S-Cross|Kona|Niro|T-Roc|T-Cross|Kamiq|Q2|Arona|ZS EV|C-HR|Countryman|EQA|C40|Formentor'.split(
    '|',
  );
const pickups = ['Ranger'];
const panelVans = ['Transit Custom', 'Trafic', 'Vivaro', 'Vito', 'Caddy'];
/** What a maker's face is like, in a word: bars for all others. */
const faces: Partial<Record<Grille, readonly string[]>> = {
  slats: [
    'Audi',
    'BMW',
    'Mercedes-Benz',
    'Volvo',
    'Jaguar',
    'Porsche',
    'Saab',
    'Alfa Romeo',
    'DS',
    'Hyundai',
  ],
  mouth: ['Ford', 'Peugeot', 'Citroën', 'Renault', 'Toyota', 'Mazda', 'Kia', 'Nissan', 'Mini', 'Honda'],
};

export function eraOf({ fuel, year }: DemoCar): Era {
  if (fuel === 'electric') return 'electric';
  if (year < 2010) return 'early';
  return year < 2018 ? 'middle' : 'late';
}

function shapeOf({ body, model, year }: DemoCar): ShapeName {
  if (pickups.includes(model)) return 'pickup';
  if (smallSuvs.includes(model)) return 'smallSuv';
  if (body === 'van') return panelVans.includes(model) ? 'van' : 'mpv';
  if (body === 'estate') return year < 2010 ? 'oldEstate' : 'estate';
  if (body === 'motorcycle') throw new Error('Motorcycles have no rendered body');
  return body;
}

/** Where a shape is not rendered in a car's years, the nearest years that are. */
const nearest: Record<Era, readonly Era[]> = {
  early: ['early', 'middle', 'late'],
  middle: ['middle', 'early', 'late'],
  late: ['late', 'middle', 'early'],
  electric: ['electric', 'late', 'middle', 'early'],
};

/** The rendered body that a car is shown with: by its kind, its years and its maker. */
export function bodyOfCar(car: DemoCar): { shape: ShapeName; look: LookName } {
  const shape = shapeOf(car);
  const all = looksOf(shape);
  const era = nearest[eraOf(car)].find((one) => all.some((look) => look.era === one))!;
  const fitting = all.filter((look) => look.era === era);
  const face = Object.entries(faces).find(([, makes]) => makes.includes(car.make))?.[0] ?? 'bars';
  const look = fitting.find(({ grille }) => grille === face) ?? fitting[0]!;
  return { shape, look: look.name };
}

const layerFile = (name: string) => fileURLToPath(new URL(`layers/${name}`, import.meta.url));

let plateIndex: Promise<PlateIndex> | undefined;

function readPlateIndex(): Promise<PlateIndex> {
  plateIndex ??= readFile(layerFile('plates.json'), 'utf8').then((text) => JSON.parse(text) as PlateIndex);
  return plateIndex;
}

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
export async function composePicture(spec: LayeredSpec): Promise<Buffer> {
  const { shape, look, scene, view, seed, isMirrored, plate } = spec;
  const name = carName(shape, look, view);
  const [layers, plates] = await Promise.all([readLayers(name, scene, view), readPlateIndex()]);
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
  const [layers, plates] = await Promise.all([readLayers(cabinName(era), scene, 'front'), readPlateIndex()]);
  const light = { ...cabinLight, car: cabinLight.car * Math.max(0.7, sceneLights[scene].car) };
  const exposure = createRandom('exposure', seed, 'inside').between(0.94, 1.06);
  const picture = applyPaint(layers, { paint: cloth, isMirrored: false, light, exposure });
  await mountDrawing(picture, plates[cabinName(era)]!, odometerDrawing(odometerKm));
  return develop(picture, spec);
}
