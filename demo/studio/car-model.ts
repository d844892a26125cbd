import { DoubleSide, Group, Mesh, MeshBasicMaterial, type Object3D } from 'three';
import type { Look, ShapeName } from '../pictures/looks.ts';
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
  /** A car that is not seen still throws its shadow. */
  setVisible(isVisible: boolean): void;
  dispose(): void;
};

function eachMesh(root: Object3D, visit: (mesh: Mesh) => void): void {
  root.traverse((object) => {
    if (object instanceof Mesh) visit(object);
  });
}

/** A whole car with blank plates, standing on the ground, its nose towards +x. */
export function buildCarModel(name: ShapeName, look: Look): CarModel {
  const shape = bodyShape(name, look.era);
  const masks = {
    side: sideMask(shape, look),
    front: frontMask(shape, look),
    rear: rearMask(shape, look),
  };
  const body = new Mesh(bodyGeometry(shape), bodyMaterial(shape, masks, look.hasBlackRoof));
  const paint = paintMaterial();
  const plates = blankPlates(shape);
  const group = new Group();
  group.add(
    body,
    ...underbody(shape),
    ...wheels(shape, look),
    ...mirrors(shape, paint),
    ...handles(shape, paint),
    ...roofRails(shape, look),
    ...aerial(shape, paint),
    ...plates,
  );
  eachMesh(group, (mesh) => {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
  });
  const materials = new Map<Mesh, Mesh['material']>();
  eachMesh(group, (mesh) => materials.set(mesh, mesh.material));
  const unseen = new MeshBasicMaterial({ colorWrite: false, depthWrite: false, side: DoubleSide });
  return {
    shape,
    group,
    plates,
    setPaint: (color) =>
      eachMesh(group, ({ material }) => {
        if (isPaint(material)) material.color.set(color);
      }),
    setVisible: (isVisible) =>
      eachMesh(group, (mesh) => {
        mesh.material = isVisible ? materials.get(mesh)! : unseen;
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
