import { Group, Mesh, type Object3D } from 'three';
import type { BodyType } from '../cars/model.ts';
import { equipmentOf } from '../pictures/equipment.ts';
import type { SceneName } from '../pictures/layers.ts';
import { bodyGeometry } from './body-mesh.ts';
import { type BodyShape, bodyShape } from './body-shapes.ts';
import { aerial, blankPlates, handles, mirrors, roofRails, underbody, wheels } from './car-parts.ts';
import { frontMask } from './front-mask.ts';
import { bodyMaterial, isPaint, paintMaterial } from './paint-material.ts';
import { rearMask } from './rear-mask.ts';
import { sideMask } from './side-mask.ts';

export type CarModel = {
  shape: BodyShape;
  group: Group;
  plates: Group[];
  setPaint(color: '#000000' | '#ffffff'): void;
  dispose(): void;
};

function eachMesh(root: Object3D, visit: (mesh: Mesh) => void): void {
  root.traverse((object) => {
    if (object instanceof Mesh) visit(object);
  });
}

/** A whole car with blank plates, standing on the ground, its nose towards +x. */
export function buildCarModel(name: BodyType, scene: SceneName): CarModel {
  const shape = bodyShape(name);
  const equipment = equipmentOf(name, scene);
  const masks = {
    side: sideMask(shape, equipment),
    front: frontMask(shape, equipment),
    rear: rearMask(shape, equipment),
  };
  const body = new Mesh(bodyGeometry(shape), bodyMaterial(shape, masks, equipment.hasBlackRoof));
  const paint = paintMaterial();
  const plates = blankPlates(shape);
  const group = new Group();
  group.add(
    body,
    ...underbody(shape),
    ...wheels(shape, equipment),
    ...mirrors(shape, paint),
    ...handles(shape, paint),
    ...roofRails(shape, equipment),
    ...aerial(shape, paint),
    ...plates,
  );
  eachMesh(group, (mesh) => {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
  });
  return {
    shape,
    group,
    plates,
    setPaint: (color) =>
      eachMesh(group, ({ material }) => {
        if (isPaint(material)) material.color.set(color);
      }),
    dispose() {
      eachMesh(group, ({ geometry, material }) => {
        geometry.dispose();
        for (const one of [material].flat()) one.dispose();
      });
      for (const { color, properties } of Object.values(masks)) {
        color.dispose();
        properties.dispose();
      }
    },
  };
}
