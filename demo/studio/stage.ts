import {
  BackSide,
  CanvasTexture,
  CircleGeometry,
  CylinderGeometry,
  DoubleSide,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  RingGeometry,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
} from 'three';
import type { SceneName } from '../pictures/layers.ts';
import { createSun } from './car-stage.ts';
import { groundTexture, tileMetres } from './ground-texture.ts';
import { PanoramaBrush, panoramaHeight, panoramaRadius } from './panorama-brush.ts';
import { drawSky } from './panorama-nature.ts';
import { type SceneLook, sceneLooks } from './scene-looks.ts';

export type Place = { scene: Scene; moveSun(cameraAzimuth: number): void };

const groundRadius = 26;
const kerbRadius = 19.5;
const blurPx = 9;

/** The wall round the scene; on wet ground a second one hangs upside down below it. */
function panoramaWalls(name: SceneName, { sky, drawBackdrop, turn, wetness }: SceneLook): Object3D[] {
  const brush = new PanoramaBrush(name);
  drawSky(brush, sky.high, sky.low);
  drawBackdrop(brush);
  const map = new CanvasTexture(brush.blurred(blurPx));
  map.colorSpace = SRGBColorSpace;
  const wall = (side: 1 | -1) => {
    const mesh = new Mesh(
      new CylinderGeometry(panoramaRadius, panoramaRadius, panoramaHeight, 96, 1, true),
      new MeshBasicMaterial({ map, side: DoubleSide, toneMapped: false }),
    );
    mesh.scale.y = side;
    mesh.position.y = side * (panoramaHeight / 2 - 0.02);
    mesh.rotation.y = (turn * Math.PI) / 180;
    return mesh;
  };
  return wetness > 0 ? [wall(1), wall(-1)] : [wall(1)];
}

function addGround(scene: Scene, { ground, verge, wetness, sky }: SceneLook): void {
  const map = groundTexture(ground);
  map.repeat.set((2 * groundRadius) / tileMetres, (2 * groundRadius) / tileMetres);
  const floor = new Mesh(
    new CircleGeometry(groundRadius, 64),
    new MeshLambertMaterial({ map, transparent: wetness > 0, opacity: 1 - wetness }),
  );
  floor.receiveShadow = true;
  const flats = [floor];
  if (verge) {
    const ring = new Mesh(
      new RingGeometry(kerbRadius, groundRadius, 96),
      new MeshLambertMaterial({ color: verge }),
    );
    ring.position.y = 0.02;
    flats.push(ring as unknown as typeof floor);
    const kerb = new Mesh(
      new CylinderGeometry(kerbRadius, kerbRadius, 0.12, 96, 1, true),
      new MeshLambertMaterial({ color: '#a7a49d', side: DoubleSide }),
    );
    scene.add(kerb);
  }
  for (const flat of flats) flat.rotation.x = -Math.PI / 2;
  const dome = new Mesh(
    new SphereGeometry(60, 32, 16),
    new MeshBasicMaterial({ color: sky.high, side: BackSide, toneMapped: false }),
  );
  scene.add(dome, ...flats);
}

/** A street, a drive, a yard or a hall, lit, with nothing on it. */
export function buildPlace(name: SceneName): Place {
  const look = sceneLooks[name];
  const scene = new Scene();
  scene.add(...panoramaWalls(name, look));
  addGround(scene, look);
  for (const prop of look.props()) {
    prop.traverse((part) => {
      part.castShadow = prop.userData.isShadowless !== true;
      part.receiveShadow = true;
    });
    scene.add(prop);
  }
  const sun = createSun(look.sunStrength);
  scene.add(sun.light, sun.light.target, new HemisphereLight('#f2f6fa', '#8d8a84', look.skyStrength));
  return { scene, moveSun: sun.move };
}
