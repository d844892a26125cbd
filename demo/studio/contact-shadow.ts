import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import type { BodyShape } from './body-shapes.ts';

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
