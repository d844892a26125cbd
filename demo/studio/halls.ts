import { BoxGeometry, CylinderGeometry, Mesh, MeshLambertMaterial, type Object3D } from 'three';
import { shade } from './panorama-brush.ts';
import { hallWall, lightTube, type Pen, placed } from './place-props.ts';

function ceiling(color: string, height: number): Mesh {
  const slab = new Mesh(
    new BoxGeometry(40, 0.3, 40),
    new MeshLambertMaterial({ color, emissive: color, emissiveIntensity: 0.35 }),
  );
  slab.position.y = height + 0.15;
  return slab;
}

/** Four walls round the car, each drawn by `draw`, `far` metres off. */
function walls(
  name: string,
  far: number,
  height: number,
  draw: (pen: Pen, length: number) => void,
): Object3D[] {
  const length = 2 * far;
  const wall = (side: string) => hallWall(`${name} ${side}`, length, height, (pen) => draw(pen, length));
  return [
    placed(wall('rear'), -far, 0, 90),
    placed(wall('front'), far, 0, -90),
    placed(wall('far'), 0, -far, 0),
    placed(wall('near'), 0, far, 180),
  ];
}

/** Where a dealer shows what is polished: white walls, a coloured band, tall windows. */
export function showroom(): Object3D[] {
  const height = 4;
  const around = walls('showroom', 9.5, height, ({ context }, length) => {
    const light = context.createLinearGradient(0, 0, 0, height);
    light.addColorStop(0, '#c9ccce');
    light.addColorStop(1, '#eceeef');
    context.fillStyle = light;
    context.fillRect(0, 0, length, height);
    context.fillStyle = '#23567c';
    context.fillRect(0, 2.75, length, 0.5);
    for (let x = 1; x < length - 2; x += 6.2) {
      const pane = context.createLinearGradient(0, 0.3, 0, 2.5);
      pane.addColorStop(0, '#8fa38f');
      pane.addColorStop(0.45, '#b9cbd0');
      pane.addColorStop(1, '#e4eef4');
      context.fillStyle = '#4b5257';
      context.fillRect(x - 0.06, 0.24, 2.92, 2.32);
      context.fillStyle = pane;
      context.fillRect(x, 0.3, 1.37, 2.2);
      context.fillRect(x + 1.43, 0.3, 1.37, 2.2);
    }
    context.fillStyle = '#9b9fa1';
    context.fillRect(0, 0, length, 0.12);
  });
  return [
    ...around,
    ceiling('#dfe2e3', height),
    ...[-5, -1, 3].map((x) => lightTube(x, height - 0.05, -4, 2.4)),
  ];
}

/** A parking hall below a house: concrete, pillars with a yellow foot, tubes of light. */
export function cellar(): Object3D[] {
  const height = 2.9;
  const around = walls('cellar', 8.5, height, ({ context, random }, length) => {
    const light = context.createLinearGradient(0, 0, 0, height);
    light.addColorStop(0, '#85857f');
    light.addColorStop(1, '#a9a9a3');
    context.fillStyle = light;
    context.fillRect(0, 0, length, height);
    for (let x = 0; x < length; x += 2.4) {
      context.fillStyle = 'rgba(50,50,46,0.25)';
      context.fillRect(x, 0, 0.03, height);
    }
    context.fillStyle = '#c9a93a';
    context.fillRect(0, 0.85, length, 0.22);
    for (let stain = 0; stain < 60; stain++) {
      context.fillStyle = 'rgba(45,42,36,0.07)';
      const top = random.between(0.3, height);
      context.fillRect(
        random.between(0, length),
        top - random.between(0.2, 1.4),
        random.between(0.05, 0.4),
        1,
      );
    }
    context.fillStyle = '#5a5a56';
    context.fillRect(0, 2.4, length, 0.13);
  });
  const concrete = new MeshLambertMaterial({ color: shade('#9c9c96', 1) });
  const yellow = new MeshLambertMaterial({ color: '#c9a93a' });
  const pillars = [
    [-5.6, -3.4],
    [-5.6, 3.2],
    [0.6, -4.6],
    [5.2, -3.4],
  ].flatMap(([x, z]) => {
    const shaft = new Mesh(new CylinderGeometry(0.24, 0.24, height, 24), concrete);
    shaft.position.set(x!, height / 2, z!);
    const foot = new Mesh(new CylinderGeometry(0.25, 0.25, 0.9, 24), yellow);
    foot.position.set(x!, 0.45, z!);
    return [shaft, foot];
  });
  const tubes = [-4, 0, 4].map((x) => lightTube(x, height - 0.05, -3, 1.5));
  return [...around, ...pillars, ceiling('#8f8f89', height), ...tubes];
}
