import {
  Box3,
  NeutralToneMapping,
  PCFShadowMap,
  type PerspectiveCamera,
  Vector3,
  Vector4,
  WebGLRenderer,
} from 'three';
import type { BodyType } from '../cars/model.ts';
import {
  type Corner,
  type LayeredView,
  layeredBodies,
  type PlateCorners,
  pictureHeight,
  pictureWidth,
  type SceneName,
} from '../pictures/layers.ts';
import { cameraFor } from './camera.ts';
import { buildCarModel, type CarModel } from './car-model.ts';
import { plateFaceCorners } from './car-parts.ts';
import { buildStage, contactShadow, type Stage } from './stage.ts';

/** PNGs as data URLs: the car in black paint, and what white paint adds in linear light, as grey. */
export type ShotLayers = { black: string; paint: string; plate: PlateCorners | null };

const supersampling = 1.4;

const linearOf = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

function byteOf(linear: number): number {
  return Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055));
}

/** How far the panorama is turned for a body: each stands before other houses, and the seam stays behind all cameras. */
function turnFor(body: BodyType): number {
  return ((-60 + layeredBodies.indexOf(body) * 24) * Math.PI) / 180;
}

/** Where the plate's corners are in the picture; null unless one plate faces the camera well enough to be read. */
function plateInPicture(car: CarModel, camera: PerspectiveCamera): PlateCorners | null {
  for (const plate of car.plates) {
    plate.updateMatrixWorld(true);
    const facing = new Vector3(0, 0, 1).transformDirection(plate.matrixWorld);
    const towardsCamera = camera.position.clone().sub(new Vector3().setFromMatrixPosition(plate.matrixWorld));
    if (facing.dot(towardsCamera.normalize()) < 0.3) continue;
    const tenth = (px: number) => Math.round(px * 10) / 10;
    const corners = plateFaceCorners.map((corner): Corner => {
      const { x, y } = corner.clone().applyMatrix4(plate.matrixWorld).project(camera);
      return [tenth((x / 2 + 0.5) * pictureWidth), tenth((0.5 - y / 2) * pictureHeight)];
    });
    return corners as unknown as PlateCorners;
  }
  return null;
}

/** The part of the drawing buffer that the car can fill, px from its lower left. */
function frameOf(car: CarModel, camera: PerspectiveCamera): Vector4 {
  const { min, max } = new Box3().setFromObject(car.group);
  const corners = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z).project(camera))),
  );
  const margin = 8;
  const edge = (values: number[], size: number, round: 'min' | 'max') =>
    (Math[round](...values) / 2 + 0.5) * size * supersampling + (round === 'min' ? -margin : margin);
  const left = Math.max(
    0,
    edge(
      corners.map(({ x }) => x),
      pictureWidth,
      'min',
    ),
  );
  const bottom = Math.max(
    0,
    edge(
      corners.map(({ y }) => y),
      pictureHeight,
      'min',
    ),
  );
  const right = edge(
    corners.map(({ x }) => x),
    pictureWidth,
    'max',
  );
  const top = edge(
    corners.map(({ y }) => y),
    pictureHeight,
    'max',
  );
  return new Vector4(Math.floor(left), Math.floor(bottom), Math.ceil(right - left), Math.ceil(top - bottom));
}

class Studio {
  readonly #renderer: WebGLRenderer;
  readonly #print: CanvasRenderingContext2D;
  #stage: Stage | undefined;

  constructor() {
    this.#renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.setPixelRatio(1);
    this.#renderer.setSize(pictureWidth * supersampling, pictureHeight * supersampling, false);
    const canvas = document.createElement('canvas');
    canvas.width = pictureWidth;
    canvas.height = pictureHeight;
    this.#print = canvas.getContext('2d', { willReadFrequently: true })!;
    this.#print.imageSmoothingQuality = 'high';
  }

  shoot(body: BodyType, scene: SceneName, views: readonly LayeredView[]): ShotLayers[] {
    const stage = this.#stageFor(scene);
    stage.turn(turnFor(body));
    const car = buildCarModel(body, scene);
    const shadow = contactShadow(car.shape);
    stage.scene.add(car.group, shadow);
    const shots = views.map((view) => this.#shootView(stage, car, view));
    stage.scene.remove(car.group, shadow);
    car.dispose();
    return shots;
  }

  #stageFor(scene: SceneName): Stage {
    if (this.#stage?.name !== scene) this.#stage = buildStage(this.#renderer, scene);
    return this.#stage;
  }

  #shootView(stage: Stage, car: CarModel, view: LayeredView): ShotLayers {
    const { camera, azimuth } = cameraFor(view, car.shape);
    stage.moveSun(azimuth);
    const take = () => {
      this.#renderer.render(stage.scene, camera);
      this.#print.drawImage(this.#renderer.domElement, 0, 0, pictureWidth, pictureHeight);
      return this.#print.getImageData(0, 0, pictureWidth, pictureHeight);
    };
    car.setPaint('#000000');
    this.#renderer.shadowMap.needsUpdate = true;
    const blackPixels = take();
    const black = this.#print.canvas.toDataURL('image/png');
    // Only the car looks different in white: the rest of the frame is kept.
    car.setPaint('#ffffff');
    this.#renderer.setScissor(frameOf(car, camera));
    this.#renderer.setScissorTest(true);
    const white = take();
    this.#renderer.setScissorTest(false);
    this.#print.putImageData(difference(white, blackPixels), 0, 0);
    return { black, paint: this.#print.canvas.toDataURL('image/png'), plate: plateInPicture(car, camera) };
  }
}

/** white − black in linear light, as grey. */
function difference(white: ImageData, black: ImageData): ImageData {
  const grey = new ImageData(white.width, white.height);
  const weights = [0.3, 0.5, 0.2] as const;
  for (let at = 0; at < grey.data.length; at += 4) {
    let sum = 0;
    weights.forEach((weight, channel) => {
      sum += weight * (linearOf[white.data[at + channel]!]! - linearOf[black.data[at + channel]!]!);
    });
    const byte = byteOf(Math.max(0, sum));
    grey.data.fill(byte, at, at + 3);
    grey.data[at + 3] = 255;
  }
  return grey;
}

const studio = new Studio();
/** Called by the tool that drives the browser. */
Object.assign(globalThis, { shootLayers: studio.shoot.bind(studio) });
