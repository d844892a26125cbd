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

export type Shot = { camera: PerspectiveCamera; azimuth: number };

/** The camera for a view: further off for long and tall cars. */
export function cameraFor(view: LayeredView, { length, height }: BodyShape): Shot {
  const standpoint = standpoints[view];
  const taller = height - usualHeight;
  const stepBack =
    standpoint.aimForward === 0
      ? Math.max(0.86, (length / usualLength) * 0.96 + taller * 0.15)
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
