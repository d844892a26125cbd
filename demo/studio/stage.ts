import {
  BackSide,
  CanvasTexture,
  CircleGeometry,
  Color,
  CubeCamera,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  HalfFloatType,
  HemisphereLight,
  LinearMipmapLinearFilter,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NoToneMapping,
  PlaneGeometry,
  PMREMGenerator,
  RingGeometry,
  Scene,
  SphereGeometry,
  SRGBColorSpace,
  type Texture,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';
import type { SceneName } from '../pictures/layers.ts';
import type { BodyShape } from './body-shapes.ts';
import { groundTexture, tileMetres } from './ground-texture.ts';
import { PanoramaBrush, panoramaHeight, panoramaRadius } from './panorama-brush.ts';
import { drawSky } from './panorama-nature.ts';
import { type SceneLook, sceneLooks } from './scene-looks.ts';

export type Stage = {
  name: SceneName;
  scene: Scene;
  /** Turns the panorama round the car, radians; its seam must stay behind the cameras. */
  turn(angle: number): void;
  /** The sun stands this many degrees beside the camera. */
  moveSun(cameraAzimuth: number): void;
};

const groundRadius = 26;
const kerbRadius = 19.5;
const blurPx = 9;
const sunBesideCamera = (48 * Math.PI) / 180;

function paintPanorama(name: SceneName, look: SceneLook): Texture {
  const brush = new PanoramaBrush(name);
  drawSky(brush, look.sky.high, look.sky.low);
  look.drawBackdrop(brush);
  const panorama = new CanvasTexture(brush.blurred(blurPx));
  panorama.colorSpace = SRGBColorSpace;
  return panorama;
}

/** Gives back the wall with the panorama on it. */
function addSurroundings(scene: Scene, name: SceneName, look: SceneLook): Mesh {
  const panorama = paintPanorama(name, look);
  const ground = groundTexture(look.ground);
  ground.repeat.set((2 * groundRadius) / tileMetres, (2 * groundRadius) / tileMetres);
  const wall = new Mesh(
    new CylinderGeometry(panoramaRadius, panoramaRadius, panoramaHeight, 96, 1, true),
    new MeshBasicMaterial({ map: panorama, side: BackSide, toneMapped: false }),
  );
  wall.position.y = panoramaHeight / 2 - 0.02;
  const dome = new Mesh(
    new SphereGeometry(60, 32, 16),
    new MeshBasicMaterial({ color: look.sky.high, side: BackSide, toneMapped: false }),
  );
  const floor = new Mesh(
    new CircleGeometry(groundRadius, 64),
    new MeshStandardMaterial({ map: ground, roughness: 0.95 }),
  );
  const verge = new Mesh(
    new RingGeometry(kerbRadius, groundRadius, 96),
    new MeshStandardMaterial({ color: look.verge, roughness: 1 }),
  );
  for (const flat of [floor, verge]) flat.rotation.x = -Math.PI / 2;
  floor.receiveShadow = true;
  verge.position.y = 0.02;
  const kerb = new Mesh(
    new CylinderGeometry(kerbRadius, kerbRadius, 0.12, 96, 1, true),
    new MeshStandardMaterial({ color: '#a7a49d', roughness: 1, side: DoubleSide }),
  );
  scene.add(wall, dome, floor, verge, kerb);
  return wall;
}

function addSun(scene: Scene, { sun: { color, strength, direction } }: SceneLook): Stage['moveSun'] {
  const sun = new DirectionalLight(color, strength);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.radius = 5;
  sun.shadow.bias = -0.0006;
  sun.shadow.normalBias = 0.02;
  Object.assign(sun.shadow.camera, { left: -4, right: 4, top: 4, bottom: -4, near: 1, far: 30 });
  scene.add(sun);
  const [x, height, z] = direction;
  const away = Math.hypot(x, z);
  return (cameraAzimuth) => {
    const azimuth = cameraAzimuth + sunBesideCamera;
    sun.position.set(Math.cos(azimuth) * away, height, Math.sin(azimuth) * away).multiplyScalar(12);
  };
}

/** What the car will mirror: the surroundings without it, a bright sun and a soft ceiling. The dearest part of a scene. */
function captureEnvironment(renderer: WebGLRenderer, scene: Scene, look: SceneLook): Texture {
  const daylight = new HemisphereLight('#ffffff', '#777777', 1.6);
  const glare = new Color(look.sun.color).multiplyScalar(look.sun.strength * 9);
  const sun = new Mesh(
    new SphereGeometry(2, 16, 12),
    new MeshBasicMaterial({ color: glare, toneMapped: false }),
  );
  sun.position.set(...look.sun.direction).multiplyScalar(24);
  const ceiling = new Mesh(
    new CircleGeometry(16, 32),
    new MeshBasicMaterial({
      color: new Color(look.sky.low).multiplyScalar(1.5),
      toneMapped: false,
      side: DoubleSide,
    }),
  );
  ceiling.position.y = 22;
  ceiling.rotation.x = Math.PI / 2;
  // Dark glass would show the houses' colours much too strongly: a haze takes them back.
  const haze = new Mesh(
    new CylinderGeometry(panoramaRadius - 1, panoramaRadius - 1, panoramaHeight, 48, 1, true),
    new MeshBasicMaterial({
      color: look.sky.low,
      transparent: true,
      opacity: 0.35,
      side: BackSide,
      toneMapped: false,
    }),
  );
  haze.position.y = panoramaHeight / 2;
  const extras = [daylight, sun, ceiling, haze];
  scene.add(...extras);
  const target = new WebGLCubeRenderTarget(512, {
    type: HalfFloatType,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
  });
  const camera = new CubeCamera(0.1, 100, target);
  camera.position.set(0, 0.9, 0);
  const toneMapping = renderer.toneMapping;
  renderer.toneMapping = NoToneMapping;
  camera.update(renderer, scene);
  renderer.toneMapping = toneMapping;
  scene.remove(...extras);
  const generator = new PMREMGenerator(renderer);
  const environment = generator.fromCubemap(target.texture).texture;
  generator.dispose();
  target.dispose();
  return environment;
}

/** A street, a driveway, a yard or a quay, lit, with nothing on it yet. */
export function buildStage(renderer: WebGLRenderer, name: SceneName): Stage {
  const look = sceneLooks[name];
  const scene = new Scene();
  const wall = addSurroundings(scene, name, look);
  const moveSun = addSun(scene, look);
  moveSun(0);
  scene.environment = captureEnvironment(renderer, scene, look);
  scene.environmentIntensity = look.environmentStrength;
  return {
    name,
    scene,
    turn(angle) {
      wall.rotation.y = angle;
      scene.environmentRotation.y = angle;
    },
    moveSun,
  };
}

/** The soft darkness under the car that the sun's shadow leaves out. */
export function contactShadow(shape: BodyShape): Mesh {
  const canvas = document.createElement('canvas');
  canvas.width = 512;
  canvas.height = 256;
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'rgba(0,0,0,0.9)';
  context.filter = 'blur(14px)';
  context.beginPath();
  context.roundRect(70, 60, 372, 136, 40);
  context.fill();
  context.filter = 'blur(5px)';
  for (const axle of [shape.frontAxle, shape.rearAxle]) {
    for (const side of [74, 180]) {
      context.beginPath();
      context.ellipse(256 + (axle / (shape.length / 2)) * 190, side, 30, 13, 0, 0, Math.PI * 2);
      context.fill();
    }
  }
  const shadow = new Mesh(
    new PlaneGeometry((shape.length * 512) / 380, (shape.halfWidth * 2 * 256) / 140),
    new MeshBasicMaterial({
      map: new CanvasTexture(canvas),
      transparent: true,
      depthWrite: false,
      toneMapped: false,
    }),
  );
  shadow.rotation.x = -Math.PI / 2;
  shadow.position.y = 0.004;
  return shadow;
}
