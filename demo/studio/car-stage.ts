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
  PMREMGenerator,
  Scene,
  ShadowMaterial,
  SphereGeometry,
  SRGBColorSpace,
  type Texture,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three';
import { PanoramaBrush, panoramaHeight, panoramaRadius } from './panorama-brush.ts';
import { villas } from './panorama-buildings.ts';
import { drawSky, hedges, woodland } from './panorama-nature.ts';

const sunBesideCamera = (48 * Math.PI) / 180;
const sunColor = '#fff3e2';

/** The sun of cars and places alike: always beside the camera, so that the side one looks at is lit. */
export function createSun(strength: number): { light: DirectionalLight; move(cameraAzimuth: number): void } {
  const light = new DirectionalLight(sunColor, strength);
  light.castShadow = true;
  light.shadow.mapSize.set(2048, 2048);
  light.shadow.radius = 5;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = 0.02;
  Object.assign(light.shadow.camera, { left: -8, right: 8, top: 8, bottom: -8, near: 1, far: 34 });
  return {
    light,
    move(cameraAzimuth) {
      const azimuth = cameraAzimuth + sunBesideCamera;
      light.position.set(Math.cos(azimuth) * 0.72, 0.85, Math.sin(azimuth) * 0.72).multiplyScalar(12);
    },
  };
}

/** Gardens and houses all round over bright ground: what a car mirrors, wherever it is put later. */
function mirroredWorld(): Scene {
  const brush = new PanoramaBrush('mirrored');
  drawSky(brush, '#86aeda', '#eef2f4');
  woodland(brush, 8);
  villas(brush);
  hedges(brush, 0.6, [0.8, 1.3]);
  const map = new CanvasTexture(brush.blurred(9));
  map.colorSpace = SRGBColorSpace;
  const wall = (radius: number, material: MeshBasicMaterial) => {
    const mesh = new Mesh(new CylinderGeometry(radius, radius, panoramaHeight, 96, 1, true), material);
    mesh.position.y = panoramaHeight / 2;
    return mesh;
  };
  const plain = { side: BackSide, toneMapped: false } as const;
  const ground = new Mesh(
    new CircleGeometry(26, 64),
    new MeshStandardMaterial({ color: '#8b8a87', roughness: 1 }),
  );
  ground.rotation.x = -Math.PI / 2;
  const dome = new Mesh(
    new SphereGeometry(60, 32, 16),
    new MeshBasicMaterial({ color: '#8fb4da', ...plain }),
  );
  const sun = new Mesh(
    new SphereGeometry(2, 16, 12),
    new MeshBasicMaterial({ color: new Color(sunColor).multiplyScalar(26), toneMapped: false }),
  );
  sun.position.set(-7, 19, 17);
  const ceiling = new Mesh(
    new CircleGeometry(16, 32),
    new MeshBasicMaterial({
      color: new Color('#eef2f4').multiplyScalar(1.5),
      toneMapped: false,
      side: DoubleSide,
    }),
  );
  ceiling.position.y = 22;
  ceiling.rotation.x = Math.PI / 2;
  const scene = new Scene();
  scene.add(
    wall(panoramaRadius, new MeshBasicMaterial({ map, ...plain })),
    // Dark glass would show the houses' colours much too strongly: a haze takes them back.
    wall(
      panoramaRadius - 1,
      new MeshBasicMaterial({ color: '#eef2f4', transparent: true, opacity: 0.58, ...plain }),
    ),
    ...[ground, dome, sun, ceiling, new HemisphereLight('#ffffff', '#777777', 1.6)],
  );
  return scene;
}

function captureEnvironment(renderer: WebGLRenderer): Texture {
  const target = new WebGLCubeRenderTarget(256, {
    type: HalfFloatType,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
  });
  const camera = new CubeCamera(0.1, 100, target);
  camera.position.set(0, 0.9, 0);
  const toneMapping = renderer.toneMapping;
  renderer.toneMapping = NoToneMapping;
  camera.update(renderer, mirroredWorld());
  renderer.toneMapping = toneMapping;
  const generator = new PMREMGenerator(renderer);
  const environment = generator.fromCubemap(target.texture).texture;
  generator.dispose();
  target.dispose();
  return environment;
}

export type CarStage = {
  scene: Scene;
  moveSun(cameraAzimuth: number): void;
  /** The ground is seen only where the sun does not reach it, and only when asked for. */
  showShadow(isShown: boolean): void;
};

/** Light for a car before nothing: its shadow alone falls on the ground. */
export function buildCarStage(renderer: WebGLRenderer): CarStage {
  const scene = new Scene();
  const sun = createSun(3.2);
  const ground = new Mesh(new CircleGeometry(26, 64), new ShadowMaterial({ opacity: 0.42 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(sun.light, sun.light.target, ground);
  scene.environment = captureEnvironment(renderer);
  scene.environmentIntensity = 1;
  return {
    scene,
    moveSun: sun.move,
    showShadow(isShown) {
      ground.visible = isShown;
    },
  };
}
