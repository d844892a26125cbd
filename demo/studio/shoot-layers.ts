import {
  type Mesh,
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  type PerspectiveCamera,
  Vector3,
  WebGLRenderer,
} from 'three';
import {
  type Corner,
  heroHeight,
  heroWidth,
  type LayeredView,
  type PlateCorners,
  pictureHeight,
  pictureWidth,
  type SceneName,
} from '../pictures/layers.ts';
import { type Era, type LookName, looksOf, type ShapeName } from '../pictures/looks.ts';
import type { BodyShape } from './body-shapes.ts';
import { buildCabin, mileageCorners } from './cabin-model.ts';
import { cabinCamera, cameraFor, heroCamera, type Shot, sceneCamera } from './camera.ts';
import { buildCarModel, type CarModel } from './car-model.ts';
import { plateFaceCorners } from './car-parts.ts';
import { buildCarStage, type CarStage } from './car-stage.ts';
import { contactShadow } from './contact-shadow.ts';
import { added, beforeBlack, greyFrom, through } from './shot-layers.ts';
import { buildPlace } from './stage.ts';

/** PNGs as data URLs: the car in black paint, what white paint adds in linear light, what is seen of the place behind. */
export type CarShot = { black: string; paint: string; through: string; plate: PlateCorners | null };

const supersampling = 1.35;
/** The sun comes in from before the windscreen, on the left. */
const cabinEnvironment = 0.7;
const cabinSun = (-158 * Math.PI) / 180;

type Size = { width: number; height: number };

/** Tenths of px: where points of an object lie in the picture. */
function cornersInPicture(
  points: readonly Vector3[],
  object: Object3D,
  camera: PerspectiveCamera,
  { width, height }: Size = { width: pictureWidth, height: pictureHeight },
): PlateCorners {
  const tenth = (px: number) => Math.round(px * 10) / 10;
  const corners = points.map((point): Corner => {
    const { x, y } = point.clone().applyMatrix4(object.matrixWorld).project(camera);
    return [tenth((x / 2 + 0.5) * width), tenth((0.5 - y / 2) * height)];
  });
  return corners as unknown as PlateCorners;
}

/** Where the plate's corners are in the picture; null unless one plate faces the camera well enough to be read. */
function plateInPicture(car: CarModel, camera: PerspectiveCamera, size: Size): PlateCorners | null {
  for (const plate of car.plates) {
    plate.updateMatrixWorld(true);
    const facing = new Vector3(0, 0, 1).transformDirection(plate.matrixWorld);
    const towardsCamera = camera.position.clone().sub(new Vector3().setFromMatrixPosition(plate.matrixWorld));
    if (facing.dot(towardsCamera.normalize()) < 0.3) continue;
    return cornersInPicture(plateFaceCorners, plate, camera, size);
  }
  return null;
}

class Studio {
  readonly #renderer: WebGLRenderer;
  readonly #print: CanvasRenderingContext2D;
  #carStage: CarStage | undefined;

  constructor() {
    this.#renderer = new WebGLRenderer({ alpha: true, antialias: false, preserveDrawingBuffer: true });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.setPixelRatio(1);
    const canvas = document.createElement('canvas');
    this.#print = canvas.getContext('2d', { willReadFrequently: true })!;
    this.#resize(pictureWidth, pictureHeight);
  }

  shootCar(name: ShapeName, lookName: LookName, views: readonly LayeredView[]): CarShot[] {
    return this.#shootWith(name, lookName, (shape) => views.map((view) => cameraFor(view, shape)));
  }

  #shootWith(name: ShapeName, lookName: LookName, shotsOf: (shape: BodyShape) => Shot[]): CarShot[] {
    const stage = this.#readyCarStage();
    const car = buildCarModel(name, looksOf(name).find((look) => look.name === lookName)!);
    const contact = contactShadow(car.shape);
    stage.scene.add(car.group, contact);
    const shots = shotsOf(car.shape).map((shot) => this.#shootView(stage, car, contact, shot));
    stage.scene.remove(car.group, contact);
    car.dispose();
    return shots;
  }

  /** Nothing of a cabin is its own shadow's ground: what is seen behind are the open windows. */
  shootCabin(era: Era): CarShot {
    const stage = this.#readyCarStage();
    const { group, face, setPaint } = buildCabin(era);
    stage.scene.add(group);
    stage.scene.environmentIntensity = cabinEnvironment;
    stage.showShadow(false);
    stage.moveSun(cabinSun);
    this.#renderer.shadowMap.needsUpdate = true;
    const camera = cabinCamera();
    setPaint('#000000');
    const black = this.#take(stage.scene, camera);
    setPaint('#ffffff');
    const white = this.#take(stage.scene, camera);
    face.updateMatrixWorld(true);
    const plate = cornersInPicture(mileageCorners, face, camera);
    stage.scene.remove(group);
    stage.scene.environmentIntensity = 1;
    return {
      black: this.#develop(beforeBlack(black)),
      paint: this.#develop(added(beforeBlack(white), beforeBlack(black))),
      through: this.#develop(greyFrom(black, (at) => 1 - black.data[at + 3]! / 255)),
      plate,
    };
  }

  shootPlace(name: SceneName, views: readonly LayeredView[]): string[] {
    const place = buildPlace(name);
    return views.map((view) => {
      const { camera, azimuth } = sceneCamera(view);
      place.moveSun(azimuth);
      this.#renderer.shadowMap.needsUpdate = true;
      this.#take(place.scene, camera);
      return this.#print.canvas.toDataURL('image/png');
    });
  }

  /** A car and a place in one wide picture, the car on its right: the home page's. */
  shootHero(name: ShapeName, lookName: LookName, scene: SceneName): CarShot & { place: string } {
    const [width, height] = [heroWidth, heroHeight];
    this.#resize(width, height);
    const [shot] = this.#shootWith(name, lookName, () => [heroCamera(width, height)]);
    const place = buildPlace(scene);
    const { camera, azimuth } = heroCamera(width, height);
    place.moveSun(azimuth);
    this.#renderer.shadowMap.needsUpdate = true;
    this.#take(place.scene, camera);
    const behind = this.#print.canvas.toDataURL('image/png');
    this.#resize(pictureWidth, pictureHeight);
    return { ...shot!, place: behind };
  }

  #resize(width: number, height: number): void {
    this.#renderer.setSize(width * supersampling, height * supersampling, false);
    Object.assign(this.#print.canvas, { width, height });
    this.#print.imageSmoothingQuality = 'high';
  }

  #readyCarStage(): CarStage {
    this.#carStage ??= buildCarStage(this.#renderer);
    return this.#carStage;
  }

  #take(scene: CarStage['scene'], camera: PerspectiveCamera): ImageData {
    const { width, height } = this.#print.canvas;
    this.#renderer.render(scene, camera);
    this.#print.clearRect(0, 0, width, height);
    this.#print.drawImage(this.#renderer.domElement, 0, 0, width, height);
    return this.#print.getImageData(0, 0, width, height);
  }

  #develop(image: ImageData): string {
    this.#print.putImageData(image, 0, 0);
    return this.#print.canvas.toDataURL('image/png');
  }

  #shootView(stage: CarStage, car: CarModel, contact: Mesh, { camera, azimuth }: Shot): CarShot {
    stage.moveSun(azimuth);
    this.#renderer.shadowMap.needsUpdate = true;
    car.setVisible(false);
    stage.showShadow(true);
    contact.visible = true;
    const shadow = this.#take(stage.scene, camera);
    car.setVisible(true);
    stage.showShadow(false);
    contact.visible = false;
    car.setPaint('#000000');
    const black = this.#take(stage.scene, camera);
    car.setPaint('#ffffff');
    const white = this.#take(stage.scene, camera);
    return {
      black: this.#develop(beforeBlack(black)),
      paint: this.#develop(added(beforeBlack(white), beforeBlack(black))),
      through: this.#develop(through(shadow, black)),
      plate: plateInPicture(car, camera, this.#print.canvas),
    };
  }
}

const studio = new Studio();
/** Called by the tool that drives the browser. */
Object.assign(globalThis, {
  shootCar: studio.shootCar.bind(studio),
  shootCabin: studio.shootCabin.bind(studio),
  shootHero: studio.shootHero.bind(studio),
  shootPlace: studio.shootPlace.bind(studio),
});
