import { PerspectiveCamera, Vector3 } from 'three';
import { type LayeredView, pictureHeight, pictureWidth } from '../pictures/layers.ts';
import type { BodyShape } from './body-shapes.ts';

/** Where the photographer stands: degrees round the car from its nose, degrees up, metres off; the lens's angle of view. */
type Standpoint = {
  azimuth: number;
  elevation: number;
  distance: number;
  fieldOfView: number;
  aimHeight: number;
  /** What the lens is aimed at, as a share of the car's length before its middle. */
  aimForward: number;
};

const standpoints: Record<LayeredView, Standpoint> = {
  front34: { azimuth: 38, elevation: 7, distance: 7.5, fieldOfView: 30, aimHeight: 0.66, aimForward: 0 },
  side: { azimuth: 90, elevation: 4, distance: 8.5, fieldOfView: 29, aimHeight: 0.66, aimForward: 0 },
  rear34: { azimuth: 143, elevation: 8, distance: 7.5, fieldOfView: 30, aimHeight: 0.68, aimForward: 0 },
  front: { azimuth: 12, elevation: 5, distance: 6.2, fieldOfView: 26, aimHeight: 0.66, aimForward: 0.3 },
};

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const usualHeight = 1.45;
const usualLength = 4.4;
/** Further back than this share of the usual distance a plate can no longer be read. */
const furthest = 1.11;

export type Shot = { camera: PerspectiveCamera; azimuth: number };

/** The camera for a view: further off for long and tall cars. */
export function cameraFor(view: LayeredView, { length, height }: Pick<BodyShape, 'length' | 'height'>): Shot {
  const standpoint = standpoints[view];
  const taller = height - usualHeight;
  const stepBack =
    standpoint.aimForward === 0
      ? Math.min(furthest, Math.max(0.86, (length / usualLength) * 0.96 + taller * 0.15))
      : 1 + taller * 0.4;
  const distance = standpoint.distance * stepBack;
  const [azimuth, elevation] = [radians(standpoint.azimuth), radians(standpoint.elevation)];
  const aim = new Vector3(length * standpoint.aimForward, standpoint.aimHeight + taller * 0.4, 0);
  const camera = new PerspectiveCamera(standpoint.fieldOfView, pictureWidth / pictureHeight, 0.1, 200);
  const direction = new Vector3(
    Math.cos(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.sin(azimuth) * Math.cos(elevation),
  );
  camera.position.copy(aim).addScaledVector(direction, distance);
  camera.lookAt(aim);
  camera.updateMatrixWorld();
  return { camera, azimuth };
}

/** The camera for a place without a car: as for a car of the usual size. The horizon is the same for all. */
export function sceneCamera(view: LayeredView): Shot {
  return cameraFor(view, { length: usualLength, height: usualHeight });
}

/** From between the front seats, over the lever to the road; x runs to the right there, z towards the driver. */
export function cabinCamera(): PerspectiveCamera {
  const camera = new PerspectiveCamera(58, pictureWidth / pictureHeight, 0.05, 50);
  camera.position.set(-0.08, 1.14, 0.24);
  camera.lookAt(-0.05, 0.81, -0.8);
  camera.updateMatrixWorld();
  return camera;
}

/** A long, low picture: the car stands on its right, as large as it can. */
export function heroCamera(width: number, height: number): Shot {
  const azimuth = radians(56);
  const camera = new PerspectiveCamera(15.5, width / height, 0.1, 200);
  const elevation = radians(3.6);
  const distance = 11;
  camera.position.set(
    distance * Math.cos(azimuth) * Math.cos(elevation),
    0.8 + distance * Math.sin(elevation),
    distance * Math.sin(azimuth) * Math.cos(elevation),
  );
  camera.lookAt(0, 0.8, 0);
  camera.setViewOffset(width, height, -0.245 * width, 0, width, height);
  camera.updateMatrixWorld();
  return { camera, azimuth };
}
